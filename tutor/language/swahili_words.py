"""Swahili words that the stemmer's rules would get wrong. Each entry is here because a rule joined or parted it."""

from __future__ import annotations

from tutor.language.wordlists import word_map, word_set

UNTOUCHED = word_set("""
vita mama baba kaka dada maji mali maisha mafuta maana mahali mara mabati mashine mada maada mamba mazao majira
mamalia mafua magharibi mashariki malaria maarifa makazi mapenzi manispaa maktaba masi mayai matumaini
kuku kuu kubwa kura kumi kuni kusini kushoto kulia kuta kutu kumbukumbu kwanza kweli kuua kuzimu kuria kungu kurani
kuba kuzi kula kuja kufa kuwa kunywa kupa
kilimo kilo kila kile kilimanjaro kimo kifua kinga kiasi kisa kisha kidogo kibra kisumu kibali kina
kemia kenya
umoja ujamaa umeme ukame uganda ulaya ukimwi uso uji ubao ugali ukoma upana upande ukabaila umri usiku uzi ulimwengu
ubongo utumbo ushuru uranium uturuki unga umbo umbali uyoga uchi ufa ukuta uti utu utosi uwezo
wakati wala wiki wikipedia wali waraka waya wadi warsha wavu wanga wastani wajibu wazo
mchana mchanga mno mmoja mraba miongoni milioni misri misa misuli mishipa mita mitambo mimba milele muda muziki
mpaka mkate mkaa mboga mbuga mbegu mbolea mbio mbinu mbali mbele mbu mbao
hatua hatari haki hali habari hasara hadithi hati hatima hisabati historia huduma hutuba huruma hujuma huzuni hukumu
hitaji hisia hisa
amerika anatomia akaunti akiba asili aina ardhi alama asidi atomu
jana jani jina jua joto jumla jamii jambo jinsi jinsia jipu jangwa janga jirani jiografia
botswana rwanda ghana china dunia india italia nigeria bolivia lindi pemba mafia tanganyika zanzibar afrika
sana kanuni ramani amani imani madini misheni shetani kemikali zamani kahawia kahawa nadharia
pamba pana papa para pande panya paka pepo
tisini themanini sitini arobaini hamsini ishirini sabini thelathini ini ngono ngozi dini thamani kwanini
mwana mwingi bwana bara barabara bahari bandari sahani sindano sanaa sanamu bingwa rushwa ndoa taarifa takwimu tamaa
tarehe tafadhali taasisi
""")
"""Words that are their own stem: short, frequent, or with a beginning or end that only looks like an affix."""

MAPPED = word_map("""
watu:mtu vitu:kitu miji:mji mito:mto miti:mti viti:kiti visu:kisu vifo:kifo viini:kiini vitabu:kitabu vijiji:kijiji
vichwa:kichwa vikundi:kikundi visima:kisima visiwa:kisiwa vijana:kijana vikao:kikao
meno:jino macho:jicho majina:jina mambo:jambo mawe:jiwe majani:jani majimbo:jimbo majiji:jiji majiko:jiko meko:jiko
makundi:kundi kikundi:kundi vikundi:kundi mabara:bara mawaziri:waziri masultani:sultani majirani:jirani
miaka:mwaka mianga:mwanga miezi:mwezi miili:mwili mianzo:mwanzo miamba:mwamba miendo:mwendo miisho:mwisho
wazee:mzee wezi:mwizi wanawake:mwanamke mwanaume:mwanamume wanaume:mwanamume waume:mume wanadamu:mwanadamu
milima:mlima mikataba:mkataba mikasa:mkasa mikate:mkate mikono:mkono mikanda:mkanda minara:mnara minada:mnada
mikahawa:mkahawa misingi:msingi misimu:msimu mipaka:mpaka mitume:mtume mitaa:mtaa mitaala:mtaala mimea:mmea
wabunge:mbunge wakazi:mkazi watumwa:utumwa mtumwa:utumwa wakala:wakala mawakala:wakala mwambao:mwambao maili:maili
asilia:asili mujibu:mujibu kinadharia:nadharia vinasaba:kinasaba anga:angani angani:angani maharibifu:haribu
mabingwa:bingwa ubingwa:bingwa vijumba:nyumba majumba:nyumba manyumba:nyumba makabati:kabati chembe:chembe
marekani:marekani wamarekani:marekani mmarekani:marekani misionari:misionari wamisionari:misionari
wamishonari:misionari mmishonari:misionari wamishenari:misionari mmisionari:misionari mishonari:misionari
watanzania:tanzania mtanzania:tanzania wakenya:kenya mkenya:kenya waganda:uganda mganda:uganda
waafrika:afrika mwafrika:afrika kiafrika:afrika waasia:asia mwasia:asia kiasia:asia wahindi:uhindi mhindi:uhindi
warusi:urusi mrusi:urusi kirusi:urusi wachina:china mchina:china kichina:china uchina:china wazungu:mzungu
wamasai:masai mmasai:masai kimasai:masai wangoni:ngoni mngoni:ngoni kingoni:ngoni waitalia:italia mwitalia:italia
kiitalia:italia wahehe:hehe mhehe:hehe wayao:yao-watu myao:yao-watu
hula:kula huliwa:kula hufa:kufa huja:kuja hukua:kua chakula:chakula
wakulima:lim mkulima:lim ukulima:lim
makanisa:kanisa makampuni:kampuni makampeni:kampeni
""")
"""Irregular plurals, peoples with their countries, and verbs of one syllable, each with its stem."""

ARABIC_VERBS = word_set("""
jibu fikiri ishi rudi kubali amini hitaji safiri faidi badili dhibiti athiri tafsiri samehe starehe haribu jaribu
thubutu tafiti keti hubiri sali ruhusu husu jitahidi shiriki miliki stahili dhuru hisi hesabu tubu tii sahau
dai bashiri furahi tabiri kiri kidhi abudu arifu kadiri fariki hifadhi wahi shauri sadiki salimu
shughuli laani baini subiri staajabu ripoti chaji
""")
"""Verbs that do not end in -a, so that -i, -u and -e are theirs."""

ROOTS_LIKE_AFFIXES = word_set("""
tak takas tafut tafakar tawal tawany tawi taj tamk taman tandik tangaz tangul taraji tatu tazam tayar tambu tamb tal
taw tahin taf tath
nong nuk nenep nyony nunu
lind lim lip lish ling lingan laz lewesh lil lik limb lia
kabil kaz kat kata kam kamat kamil kagu karib karab kand kaush kaang kasirik kaa
mez meny met
wasil wakil waz wash wan wek wez wind wit wah wamb waj
kimb king kinz kiri kidh
vimb vinj vik
umb und undw umiz umi uliz uz ung ungan uguz ugu ung'am umbil
mal maliz mwag mimin mulik man
kusany kumbuk kumb kut kutan kuz kun kua kumbat
hubir hukum hush huish hudhur hudumi huzunik hutub
""")
"""Bare roots that begin like a prefix: mtawala is m + tawala, not m + ta + wala; kimbia is no ki + mbia."""

ROOTS_LIKE_RELATIVES = word_set("""
ona one ony onj onga onge ongo ond omb okoa okol okot oro oza ota otesh oge oan ole
poke potea potez potev pona pony pooz pomo choma chom chor chok choch low log kosa kose koma kome kopa kopesh korom
zoe zome zole
""")
"""Beginnings of roots that look like a relative: inaonekana is i + na + onekana, not i + na + o + nekana."""

KEPT_ROOTS = word_set("""
andik fanik shirik funik barik pamban tengan jifunz badil furahish fanan kasirik ong ongez pambanu chang
""")
"""Roots that end like an extension."""

MAPPED_ROOTS = word_map("tol:toa onesh:ony ones:ony onyes:ony zali:zal tawa:tawal endel:end tatu:tatua")
"""Roots that an extension has bent, or that the rules would join with another word."""
