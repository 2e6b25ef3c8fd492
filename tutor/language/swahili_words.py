"""Swahili words that the stemmer's rules would get wrong, and the parts that its rules are made of."""

from __future__ import annotations

from tutor.language.wordlists import word_map, word_set

UNTOUCHED = word_set("""
vita mama baba kaka dada maji mali maisha mafuta maana mahali mara mabati mashine
kuku kuu kubwa kura kumi kuni kusini kundi kushoto kulia kuta kutu kumbukumbu kwanza kweli
kula kuja kufa kuwa kunywa kupa kuzimu kuria kungu kurani
kilimo kilo kila kile kilimanjaro kimo kifua kinga kiasi kiini kisa kisha kidogo kemia kenya kibra
umoja ujamaa umeme ukame uganda ulaya ukimwi uso uji ubao ugali ukoma upana upande ukabaila ukabila umri usiku uzi
ulimwengu ubongo utumbo ushuru uranium urusi uturuki uchina uhindi unga umbo umbali umba unda uma
wakati wala wiki wikipedia wali waraka waya wadi warsha wavu wanga wastani waziri
mlima mkataba mkasa mkahawa mkate mkono mkanda mkaa mnara mnada mbegu mbolea mboga mbuga mbio mbinu mbali mbunge
mchana mchanga mno mmoja mraba msingi miongoni milioni misri misa misuli mishipa mita mitambo
hatua hatari haki hali habari hasara hadithi hati hatima hisabati historia huduma hutuba huruma hujuma huzuni hukumu
amerika anatomia akaunti akiba afrika asia asili aina ardhi angani anga
jana jani jina jua joto jumla jamii jambo jicho jino jiwe jiji jimbo jiografia jinsi jinsia jipu jiko
tanzania tanganyika zanzibar botswana rwanda ghana china dunia india italia nigeria bolivia lindi pemba mafia
sana kampuni kampeni kanuni ramani amani imani madini mashariki misheni sultani shetani kemikali
pamba pana papa para pande panya
tisini themanini sitini arobaini hamsini ishirini sabini thelathini ini ngono ngozi dini thamani
mwanadamu mwana wana mwaka mwanga mwezi mwili mwisho mwanzo mwitu mwingi
bwana bara barabara bahari bandari sahani sindano sanaa sanamu
""")
"""Words that are their own stem: short, frequent, or with a beginning that only looks like a prefix."""

MAPPED = word_map("""
watu:mtu vitu:kitu miji:mji mito:mto miti:mti viti:kiti visu:kisu vifo:kifo viini:kiini vitabu:kitabu vijiji:kijiji
meno:jino macho:jicho majina:jina mambo:jambo mawe:jiwe majani:jani majimbo:jimbo majiji:jiji majiko:jiko meko:jiko
miaka:mwaka mianga:mwanga miezi:mwezi miili:mwili mianzo:mwanzo wazee:mzee wezi:mwizi
wanawake:mwanamke wanaume:mwanaume mwanamume:mwanaume waume:mume wake:mke wanadamu:mwanadamu
milima:mlima mikataba:mkataba mikasa:mkasa mikate:mkate mikono:mkono mikanda:mkanda minara:mnara minada:mnada
mikahawa:mkahawa misingi:msingi mawaziri:waziri wabunge:mbunge mabara:bara makundi:kundi masultani:sultani
vita:vita marekani:marekani wamarekani:marekani mmarekani:marekani misionari:misionari wamisionari:misionari
mmisionari:misionari watanzania:tanzania mtanzania:tanzania kenya:kenya wakenya:kenya mkenya:kenya waganda:uganda
mganda:uganda waafrika:afrika mwafrika:afrika kiafrika:afrika waasia:asia mwasia:asia kiasia:asia wahindi:uhindi
mhindi:uhindi warusi:urusi mrusi:urusi kirusi:urusi wachina:china mchina:china kichina:china mzungu:mzungu
wazungu:mzungu ulayani:ulaya kampeni:kampeni makampuni:kampuni vinasaba:kinasaba kinasaba:kinasaba
wamasai:masai mmasai:masai wazulu:zulu
alikula:kula anakula:kula hula:kula walikula:kula wanakula:kula inakula:kula huliwa:kula chakula:chakula
alikufa:kufa anakufa:kufa hufa:kufa walikufa:kufa wanakufa:kufa amekufa:kufa wamekufa:kufa aliyekufa:kufa
vyakula:chakula vyuo:chuo vyama:chama vyombo:chombo vyanzo:chanzo vyeo:cheo vyumba:chumba vyeti:cheti
alikuja:kuja anakuja:kuja walikuja:kuja wanakuja:kuja amekuja:kuja wamekuja:kuja huja:kuja waliokuja:kuja
kanuni:kanuni kanisa:kanisa makanisa:kanisa
""")
"""Irregular plurals, peoples with their countries, and verbs of one syllable, each with its stem."""

ARABIC_VERBS = word_set("""
jibu fikiri ishi rudi kubali amini hitaji safiri faidi badili dhibiti athiri tafsiri samehe starehe haribu jaribu
thubutu tafiti keti hubiri sali ruhusu husu jitahidi shiriki miliki stahili dhuru hisi hesabu tubu tii sahau
dai bashiri furahi tabiri kiri kidhi abudu hamasisha arifu kadiri fariki hifadhi wahi tayari shauri sadiki salimu
shughuli laani baini hiari subiri staajabu ripoti chaji
""")
"""Verbs that do not end in -a, so that -i, -u and -e are theirs."""

ROOTS_LIKE_TENSES = word_set("""
taka takas tafut tafs tafak tawal tawany tawi taj tamk taman tandik tangaz tangul taraji tatu tazam tayarish
talii taabik tambu tamb tarat tahin takatif taal taft tamaduni
naw nas nat nong nuk nenep nyony nunu nadi nafuu
lind lim lip lish lingan linganish laz lewesh lil lik lis limb
kaz kat kata kam kamat kamil kagu karib karab kand kausha kabil kahaw kala
mez meny metamet
""")
"""Beginnings of roots that look like a tense: mtawala is m + tawala, not m + ta + wala."""

ROOTS_LIKE_PREFIXES = word_set("""
wasil wakil waz wash wani wek wez wind wit wah wamb
kimbi king kinz kiri kidh kirimu kit
viring vimb vinj vik vish
tumi tum tup tunz tung tulia
ut unda undw undi umb umiz uliz uz ung unganish unga ungan uguz uku
maliz mal maan mach masik marik matat
milik mimin mith mint min
kusany kumbuk kutan kumbat kuz kutik kut kun
panda pak pat pand pang pash pas pamban pak pand paz pangan
jifunz jib jitahid jig jisaid jif
liny lip zing zim zin zid zi zungumz
iga iba ita ik im
wan mwag mwaga
""")
"""Beginnings of roots that look like a prefix, so that nothing is taken off them."""
