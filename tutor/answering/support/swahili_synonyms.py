"""Swahili words that say the same in school books; verbs as infinitives. Groups end with a semicolon."""

from __future__ import annotations

SAME = """
kutengeneza kuunda; kuunda kuanzisha; kutengeneza kuzalisha; kuzalisha kutoa; kuanzisha kuasisi; kujenga kuunda;
kumaliza kuhitimisha; kuisha kumalizika; kukoma kuisha; kukoma kumalizika; kusimamisha kukomesha; kukomesha kumaliza;
kufuta kuondoa; kufuta kukomesha; kupigana kupambana; kupigana kushindana; kushambulia kuvamia; kufa kufariki;
kuharibu kuangamiza; kuteka kukamata; kuteka kutwaa; kukamata kunasa; kushinda kuvishinda; kutawala kuongoza; kuongoza
kusimamia; kusimamia kuendesha; kudhibiti kusimamia; kudhibiti kuongoza; kuchagua kuteua; kusaidia kuwezesha;
kulazimisha kushurutisha; kuzuia kukinga; kulinda kukinga; kulinda kuhifadhi; kuhifadhi kutunza; kutunza kulinda;
kuungana kujiunga; kuunganisha kuunga; kugawa kugawanya; kutoa kupa; kutoa kugawa; kupata kupokea; kuchukua kubeba;
kubeba kusafirisha; kusafirisha kupeleka; kuleta kusababisha; kuhamisha kupeleka; kusogea kuhama; kuhama kuondoka;
kufika kuwasili; kuondoka kutoka; kurudi kurejea; kuingia kupenya; kupenya kupita; kutuma kupeleka; kuonesha
kudhihirisha; kuonesha kuonyesha; kueleza kufafanua; kueleza kusimulia; kusema kueleza; kusema kunena; kutangaza
kueleza; kufundisha kuelimisha; kujifunza kusoma; kugundua kuvumbua; kupata kugundua; kuona kutazama; kufikiri kuwaza;
kuamini kusadiki; kujua kufahamu; kuelewa kufahamu; kutumia kufanyia; kukua kuongezeka; kukua kustawi; kuongezeka
kupanda; kuongeza kuzidisha; kuinua kupandisha; kuinuka kupanda; kupungua kushuka; kupunguza kushusha; kuanguka
kushuka; kudidimia kuzama; kushuka kudidimia; kubadilika kugeuka; kubadili kugeuza; kubadili kubadilisha; kubadilisha
kugeuza; kutofautiana kuhitilafiana; kuboresha kuimarisha; kutengenezea kurekebisha; kusafisha kutakasa; kuondoa
kutoa; kuondoa kuhamisha; kufyonza kunyonya; kuweka kuhifadhi; kutegemea kutegemeana; kutokea kutendeka; kutokea
kufanyika; kufanyika kutendeka; kuishi kukaa; kuita kutaja; kuitwa kujulikana; kufanya kutenda; kutiririka kupita;
kuungua kuwaka; kupasha kupashia; kuganda kugandamana; kufunika kuziba; kuzunguka kuzungushia; kusukuma kusukumia;
kuvuta kuvutia; kupiga kugonga; kupinda kukunja; kuvunjika kupasuka; kukata kukatia; kuchimba kufukua; kupanda
kuotesha; kununua kujipatia; kupima kukadiria; kulinganisha kufananisha; kufanana kulingana; kuandika kurekodi;
kukubali kuridhia; kukubali kupokea; kupitisha kuidhinisha; kuidhinisha kukubali; kuthibitisha kuidhinisha; kukataa
kupinga; kupinga kupambana; kuhimiza kuhamasisha; kuhamasisha kushawishi; kushawishi kuhimiza; kuomba kusihi; kuuliza
kuhoji; kusifu kupongeza; kupenda kufurahia; kuchukia kutopenda; kuogopa kuhofia; kuteseka kuumia; kutii kufuata;
kuhudumia kutumikia; kutembelea kuzuru; kukutana kuonana; kutatua kusuluhisha; kutekeleza kutimiza; kutekeleza
kufanya; kuchunguza kukagua; kuchunguza kupeleleza; kujadili kuzungumzia; kupendekeza kushauri; kuteremka kushuka;
kuenea kusambaa; kueneza kusambaza; kutawanyika kusambaa; kujificha kujisitiri; kukimbia kutoroka; kufukuza kuondoa;
kutafuta kusaka; kugusa kugusana; kuteleza kutereza; kutikisika kutetemeka; kuangamia kutoweka; kutoweka kupotea;
kubaki kusalia; kudumu kuendelea; kuiga kunakili; kubuni kuvumbua; kupanga kuandaa; kuandaa kutayarisha; kuambukiza
kueneza; kuponya kutibu; kuchafua kuharibu; kurithi kupokea; kupandikiza kupanda; kujisalimisha kusalimu; kunyang'anya
kupora; kuasi kupinga; kufadhili kusaidia; kuajiri kuandikisha; kuandikisha kusajili; kuteketeza kuchoma; kuchoma
kuunguza; kuanguka kuporomoka; kulipuka kufumuka; mkubwa kubwa kuu; mkuu kuu kubwa; mdogo dogo; haraka upesi; polepole
taratibu; imara thabiti madhubuti; hodari shujaa; dhaifu hafifu; gumu ngumu; rahisi nyepesi; mpya kisasa; kale zamani;
tajiri kwasi; maskini fukara; chafu najisi; hatari janga; huru uhuru; maarufu mashuhuri; kawaida desturi; maalumu
mahususi; zima kamili; refu ndefu; fupi kifupi; pana kubwa; nyembamba jembamba; katili kali; ukatili ukali; mwaminifu
mkweli; haki usawa; furaha shangwe; hasira ghadhabu; mgonjwa mwele; hai mzima; jadi asili; nchi taifa; mahali pahali;
dunia ulimwengu; njia mbinu; mchakato utaratibu; utaratibu mpango; mwendo mjongeo; safari ziara; vita mapigano; askari
mwanajeshi; utawala uongozi; haki stahili; uhuru kujitawala; wajibu jukumu; kazi jukumu; kazi shughuli; mkulima
mlimaji; shamba konde; zao mazao; chakula mlo; ugonjwa maradhi; dawa tiba; daktari tabibu; jeraha kidonda; maumivu
uchungu; kifo mauti; binadamu mtu; wananchi raia; raia mwananchi; adui hasimu; rafiki mshirika; mshiriki mwanachama;
kundi kikundi; kiasi kiwango; tofauti utofauti; sababu chanzo; chanzo chimbuko; lengo dhumuni; lengo kusudi; faida
manufaa; hasara madhara; athari matokeo; tatizo shida; nafasi fursa; wazo fikra; mila desturi; utamaduni mila; neno
istilahi; hadithi simulizi; habari taarifa; ujuzi stadi; ustadi ujuzi; mamlaka madaraka; mali utajiri; fedha pesa; bei
gharama; kodi ushuru; biashara uchuuzi; soko gulio; uhaba upungufu; ziada nyongeza; ongezeko ukuaji; mabadiliko
mageuzi; maendeleo ustawi; ukingo kingo; kando pembeni; kilele juu; msingi kitako; katikati kati; tabaka safu; shimo
tundu; muundo mpangilio; mpangilio utaratibu; hatua awamu; kipindi muda; muda wakati; kifaa chombo; zana kifaa;
mashine mtambo; dutu kitu; kimiminika kioevu; msitu mwitu; mnyama hayawani; mwanga nuru; picha taswira; mfano
kielelezo; ukweli uhalisi; ushahidi uthibitisho; jaribio majaribio; jibu jawabu; swali hoja; mkataba makubaliano;
makubaliano mapatano; chama jumuiya; malalamiko lalamiko; mgogoro ugomvi; amani utulivu; kosa uhalifu; jela gereza;
mahakama korti; nyumba makazi; jengo nyumba; ngome boma; nguo mavazi; mchukuzi mpagazi; mfanyabiashara mchuuzi;
mtembezi msafiri; mlowezi mkoloni; chifu mtemi; mwalimu mkufunzi; mvua manyunyu; mafuriko gharika; upepo pepo;
himoglobini hemoglobini; kimeng'enya enzaimu; kingamwili antibodi; molekuli molekyuli; atomu atomi; ayoni ioni; masi
tungamo; jotoridi halijoto; kipimajoto themometa; rushwa hongo; ufisadi rushwa; umaskini ufukara; mmomonyoko
momonyoko; ujasiri ushujaa; kiapo ahadi;
"""
