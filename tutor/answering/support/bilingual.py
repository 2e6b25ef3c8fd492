"""Words of the school books in both languages, beside the glossary's terms: "english english=kiswahili kiswahili".

Verbs stand as infinitives on the Swahili side.
"""

from __future__ import annotations

PAIRS = """
german=mjerumani kijerumani; germany=ujerumani; british english briton=mwingereza; britain=uingereza;
portuguese=mreno; arab=mwarabu; african=mwafrika; european=mzungu; asian=mwasia; indian=mhindi; ngoni=mngoni;
hehe=mhehe; yao=myao; nyamwezi=mnyamwezi; tanzanian=mtanzania; tanganyikan=mtanganyika; greek=kigiriki; europe=ulaya;
africa=afrika; egypt=misri; arabia=arabuni; india=india; east eastern=mashariki; west western=magharibi; north
northern=kaskazini; south southern=kusini; sea=bahari; ocean=bahari; lake=ziwa; river=mto; mountain mount=mlima;
coast=pwani; island=kisiwa; valley=bonde; world earth=dunia; land=ardhi nchi; soil=udongo; country=nchi; area=eneo
sehemu; region=mkoa; place=mahali; district=wilaya; town city=mji jiji; village=kijiji; road=barabara njia;
school=shule; house=nyumba; building=jengo; fort=ngome boma; market=soko; farm plantation=shamba; home=nyumbani;
centre=katikati; middle central=katikati kati; side=upande; left=kushoto; right=kulia haki; surface=uso; layer
sheet=tabaka; edge=ukingo kingo; crack fault=ufa; peak cone=kilele; wall=ukuta; thin=jembamba nyembamba; thick=nene;
wide broad=pana; narrow=finyu; large big great=kubwa; small little=dogo; high=juu refu; low=chini dogo; long=refu;
short=fupi; deep=kina; new=pya; old=kale zee; good=zuri; bad=baya; strong=imara; hot=joto; cold=baridi; dry=kavu;
wet=unyevu; clean pure=safi; free independent=huru; independence freedom=uhuru; peaceful=amani; peace=amani; war=vita;
army force=jeshi; soldier=askari; fighter=mpiganaji; weapon=silaha; gun=bunduki; bullet=risasi; leader=kiongozi;
ruler=mtawala; king=mfalme; chief=chifu; governor=gavana; president=rais; minister=waziri; judge=jaji; citizen=raia
mwananchi; people person=mtu mwananchi; man=mwanamume; woman=mwanamke; child=mtoto; parent=mzazi; farmer
peasant=mkulima; worker=mfanyakazi; trader=mfanyabiashara; slave=mtumwa; teacher=mwalimu; spirit=pepo; ancestor=babu;
messenger=mjumbe; member=mwanachama mbunge; party=chama; government=serikali; state=dola; power authority=madaraka
mamlaka nguvu; law=sheria; constitution=katiba; parliament legislature=bunge; judiciary=mahakama; court=mahakama;
executive=mtendaji; arm=mhimili; election=uchaguzi; general=kuu mkuu; union=muungano; article=hati ibara;
sovereign=huru; republic=jamhuri; multiparty=chama-vingi; right=haki; justice=haki; duty=wajibu; culture=utamaduni;
custom=mila; religion=dini; religious=dini; traditional=jadi; belief=imani; language=lugha; name=jina; word=neno;
book=kitabu; history=historia; date=tarehe; year=mwaka; month=mwezi; day=siku; hour=saa; time=muda wakati;
century=karne; number=idadi namba; amount=kiasi kiwango; rate=kiwango kasi; size=ukubwa; part=sehemu; kind type=aina;
group=kundi; system=mfumo; process=mchakato; way=njia; method=njia mbinu; reason=sababu; cause=sababu; result=matokeo;
change=badiliko mabadiliko; movement=mwendo; growth=ukuaji; increase=ongezeko; project=mradi; scheme=mradi mpango;
conservation=hifadhi; plan=mpango; planning=mpango; trade=biashara; tax=kodi; money=fedha; price=bei; work=kazi;
job=kazi; food=chakula; crop=zao; cotton=pamba; coffee=kahawa; sisal=mkonge; maize=mahindi; groundnut=karanga;
gold=dhahabu; salt=chumvi; copper=shaba; iron=chuma; water=maji; air=hewa; wind=upepo; rain rainfall=mvua; sun=jua;
moon=mwezi; light=mwanga; heat=joto; energy=nishati; electricity electric=umeme; plant=mmea; animal=mnyama; tree=mti;
leaf=jani; root=mzizi; body=mwili; blood=damu; heart=moyo; cell=seli chembe; bone=mfupa; germ=kijidudu;
disease=ugonjwa; medicine=dawa; wound=jeraha; red=nyekundu; white=nyeupe; green=kijani; black=nyeusi; human=binadamu;
chamber=chumba; valve=vali; rock=mwamba; fire=moto; famine hunger=njaa; death=kifo; life=maisha uhai; public=umma;
private=binafsi; gain benefit profit=faida; misuse=baya; common=pamoja kawaida; sudden=ghafla; shaking=mtikisiko;
unreliable=uhakika; fixed=kudumu; hang=kunyonga; kill=kuua; execute=kuua; fight=kupigana; attack=kushambulia;
capture=kuteka; defeat=kushinda; die=kufa kufariki; live=kuishi; be-born=kuzaliwa; enter=kuingia kupanda; say=kusema;
tell=kueleza; teach=kufundisha; call=kuita; become=kuwa; make=kutengeneza kutunga kufanya; form=kuunda kuundwa;
build=kujenga; create=kuunda; produce=kuzalisha kutoa; give=kutoa kupa; release=kutoa; get obtain=kupata;
receive=kupokea; take=kuchukua; carry=kubeba kusafirisha kuchukua kupeleka kurudisha; bring=kuleta; send=kutuma;
move=kusogea kuhama; go=kwenda; come=kuja kutoka; reach arrive=kufika; leave=kuondoka; return=kurudi; begin
start=kuanza; end=kuisha kukoma; stop=kuzuia kusimamisha; prevent=kuzuia; help=kusaidia; use=kutumia; need=kuhitaji;
want=kutaka; know=kujua; see=kuona; find=kupata kugundua; discover=kugundua; rule govern=kutawala; lead=kuongoza;
control=kudhibiti; elect choose=kuchagua; appoint=kuteua; serve=kuongoza kuhudumia; sign=kutiwa-saini; join
unite=kuungana; mix=kuchanganya; divide=kugawa; contain=kuwa-na; consist=kuwa-na kuundwa; surround=kuzunguka;
move-round=kuzunguka; remove=kuondoa; add=kuongeza; cause=kusababisha; dissolve=kuyeyuka; boil=kuchemsha;
mine=kuchimba; dig=kuchimba; flow=kutiririka; slide slip=kuteleza; oppose=kupinga; sink=kudidimia kuzama; rise=kuinuka
kupanda; fall=kuanguka; grow=kukua; change=kubadili kubadilika; damage destroy=kuharibu; strike=kupiga; break=kuvunja;
burn=kuchoma; cut=kukata; fail=kushindwa; win=kushinda; lose=kupoteza; pay=kulipa; buy=kununua; sell=kuuza;
act=kutenda; happen=kutokea kufanyika; hold=kushika; interpret=kutafsiri; explain=kueleza; amend=kurekebisha;
clot=kuganda; pump=kusukuma; push=kusukuma; pull=kuvuta; measure=kupima; depend=kutegemea; differ=kutofautiana;
engulf=kumeza; drink=kunywa; trap=kunasa; carrying-away=kuchukua; cloth clothes=nguo; protect=kulinda; flow=mtiririko;
period=kipindi; signature=saini; caravan=msafara; product=zao; fight=kupambana; other another=mwingine;
absorb=kufyonza; forest=msitu; meat=nyama; milk=maziwa; fish=samaki; bird=ndege; insect=mdudu; seed=mbegu; flower=ua;
fruit=tunda; fertiliser manure=mbolea; water-vapour=mvuke; stone=jiwe; sand=mchanga; grass=nyasi; desert=jangwa;
drought=ukame; flood=mafuriko; temperature=halijoto; gain=kupata; shell=mzingo ganda; volcanic=volkano;
byproduct=zaolaziada; misuse=matumizimabaya; sliding=kuteleza; independent=uhuru; sign=kusaina; term=kipindi;
government=utawala; giveoff=kutoa; return=kurudisha; look appear=kuonekana; treaty agreement=mkataba; waste=taka;
vessel=mshipa chombo; kidney=figo; lung=pafu; liver=ini; stomach=tumbo; brain=ubongo; skin=ngozi; eye=jicho;
muscle=msuli; nerve=neva; stem=shina; pollen=chavua; germinate=kuota; breathe=kupumua; digest=kumeng'enya;
reproduce=kuzaliana; store=kuhifadhi; keep=kutunza kuhifadhi; heal=kupona; spread=kuenea kueneza; infect=kuambukiza;
treat=kutibu; feed=kulisha; eat=kula; sleep=kulala; cool=kupoa; heat=kupasha; melt=kuyeyuka; freeze=kuganda;
evaporate=kuvukiza; expand=kutanuka; contract=kusinyaa; bend=kupinda; float=kuelea; attract=kuvuta; repel=kusukuma;
conduct=kupitisha; pass=kupita kupitisha; react=kutendana; rust=kutu; separate=kutenganisha; metal=metali; gas=gesi;
liquid=kimiminika; solid=kigumu yabisi; acid=asidi; mass=masi tungamo; weight=uzito; length=urefu; height=kimo urefu;
width=upana; area=eneo; volume=ujazo; speed=kasi mwendo; pressure=kanieneo shinikizo; work=kazi; power=nguvu madaraka;
sound=sauti; mirror=kioo; lens=lenzi; wave=wimbi; magnet=sumaku; wire=waya; circuit=saketi; map=ramani; scale=skeli;
cloud=wingu; snow=theluji; ice=barafu; hill=kilima; plateau=uwanda; slope=mteremko; cave=pango; mineral=madini;
coal=makaa; oil=mafuta; factory industry=kiwanda; railway=reli; ship=meli; harbour port=bandari; market=soko;
livestock=mifugo; cattle cow=ngombe; goat=mbuzi; sheep=kondoo; camel=ngamia; birth=kuzaliwa; migrate=kuhama;
settle=kuishi; raid=kushambulia; conquer=kushinda; invade=kuvamia; occupy=kukalia; resist=kupinga; rebel=kuasi;
surrender=kujisalimisha; escape=kutoroka; flee=kukimbia; arrest=kukamata; colonial=kikoloni; colony=koloni;
colonialism=ukoloni; missionary=mmisionari; explorer=mpelelezi; empire=dola himaya; clan=ukoo; tribe=kabila;
family=familia; community society=jamii; nation=taifa; national=kitaifa; flag=bendera; motto=kaulimbiu; anthem=wimbo;
voter=mpigakura; candidate=mgombea; council=halmashauri baraza; police=polisi; crime=uhalifu; poverty=umaskini;
education=elimu; health=afya; hospital=hospitali; development=maendeleo; tool=zana; stone=jiwe; pot=chungu;
fossil=kisukuku visukuku; skull=fuvu; ape=nyani sokwe; hunter=mwindaji; hunt=kuwinda; gather=kukusanya;
collect=kukusanya; domesticate=kufuga; cultivate=kulima; plough=kulima; harvest=mavuno; pest=mdudu; drain=kukausha;
irrigate=kumwagilia; fish=kuvua; import=kuagiza; exchange=kubadilishana; goods=bidhaa; wealth=utajiri; cloth=kitambaa;
bead=shanga; ruler=mtawala; empire=himaya; queen=malkia;
"""
