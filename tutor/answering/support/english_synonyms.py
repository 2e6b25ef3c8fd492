"""English words that say the same in school books. Groups end with a semicolon; a word may stand in several.

Only what can be put for another without changing who did what, how much, or how sure: no words of a wider or a
narrower meaning, none of the other side (buyer, seller), no terms of a science.
"""

from __future__ import annotations

FORMS = """
arise arose arisen; awake awoke; bear bore borne; beat beaten; become became; begin began begun; bend bent; bind bound;
blow blew blown; break broke broken; breed bred; bring brought; build built; burn burnt burned; buy bought;
catch caught; choose chose chosen; cling clung; come came; creep crept; deal dealt; dig dug; draw drew drawn;
drink drank drunk; drive drove driven; eat ate eaten; fall fell fallen; feed fed; feel felt; fight fought; find found;
flee fled; fly flew flown; forbid forbade forbidden; forget forgot forgotten; freeze froze frozen; get got gotten;
give gave given; go went gone; grow grew grown; hang hung hanged; have has had; hear heard; hide hid hidden; hold held;
keep kept; know knew known; lay laid; lead led; learn learnt; leave left; lend lent; lie lay lain; lose lost;
make made; mean meant; meet met; overcome overcame; overthrow overthrew overthrown; pay paid; ride rode ridden;
ring rang rung; rise rose risen; run ran; say said; see saw seen; seek sought; sell sold; send sent; shake shook shaken;
shine shone; shoot shot; show showed shown; shrink shrank shrunk; sing sang sung; sink sank sunk; sit sat; sleep slept;
slide slid; speak spoke spoken; spend spent; spin spun; split; spread; spring sprang sprung; stand stood;
steal stole stolen; stick stuck; strike struck stricken; swear swore sworn; swell swollen; swim swam swum;
swing swung; take took taken; teach taught; tear tore torn; tell told; think thought; throw threw thrown;
understand understood; undertake undertook; wake woke; wear wore worn; weave wove woven; win won;
withdraw withdrew withdrawn; write wrote written; do did done; die died dying death dead; man men; woman women;
child children; foot feet; tooth teeth; person people; life lives; leaf leaves; half halves; wife wives; mouse mice;
ox oxen; nucleus nuclei; bacterium bacteria; fungus fungi; ovum ova; larva larvae; alga algae; stoma stomata;
villus villi; alveolus alveoli; atrium atria; datum data; medium media; phenomenon phenomena; crisis crises;
axis axes; hypothesis hypotheses; analysis analyses; vertex vertices; matrix matrices; radius radii;
"""
SAME = """
make produce create form manufacture; make prepare; build construct erect; start begin commence; found establish form
create set-up; stop halt cease; end finish terminate conclude; end stop; close shut; fight struggle battle; attack
assault; attack raid; kill execute slay; destroy ruin wreck; damage harm; capture seize; catch trap capture; defeat
beat conquer overcome; rule govern; rule reign; control regulate; lead head guide; choose select pick; choose elect;
help assist aid; allow permit let enable; force compel oblige; forbid ban prohibit; prevent stop; protect defend
guard; protect shield; join unite; unite combine; gather collect; join connect link; divide split separate; share
distribute; give grant; give provide supply offer; get obtain acquire gain receive; take carry; carry transport
convey; carry bring; move travel; move shift; arrive reach; come arrive; leave depart; send dispatch; show reveal
display demonstrate indicate; show express; explain clarify describe; explain interpret; say state; say tell; say
declare; announce declare proclaim; claim assert; teach instruct educate; find discover; discover detect; see observe;
look watch; watch observe; think believe; know understand; remember recall; need require; demand require; demand
claim; try attempt; use employ utilise utilize apply; use consume; eat consume; drink take; breathe respire; grow
develop; grow expand; increase rise grow; raise increase; raise lift; lift hoist; reduce lower decrease lessen cut;
decrease fall drop decline; sink drop; change alter; change transform convert; convert transform turn; change vary;
vary differ; improve better; repair mend fix; clean purify; remove eliminate; dispose remove; remove removal; release
emit discharge; release free; free liberate; contain have hold; contain include; include comprise; own possess have;
keep retain maintain; hold keep; keep store; store save; maintain preserve; save rescue; conserve preserve protect;
depend rely;
cause produce; result outcome consequence; effect result consequence; happen occur; live dwell reside inhabit; settle
live; work function operate; operate run; act work; run flow; flow move; burn combust; melt liquefy; freeze solidify;
harden solidify; dry dehydrate; wet moisten; cover coat; surround encircle enclose; fill occupy; press push; push
thrust; pull draw; pull attract; attract draw; hit strike; bend curve; break fracture; break split; crack split; tear
rip; cut chop; dig excavate; harvest reap; buy purchase; pay spend; earn make; measure gauge; count number; calculate
compute; estimate reckon; compare contrast; equal match; record note; write record; publish print; sign approve; agree
accept; accept adopt; approve accept; confirm approve; refuse reject; oppose resist; resist fight; oppose fight;
support back; encourage urge; encourage promote; urge persuade; persuade convince; promise pledge; ask request; ask
question; answer reply respond; react respond; praise admire; like enjoy; love adore; hate dislike detest; hate
resent; fear dread; suffer endure; obey follow; follow pursue; visit tour; meet encounter; marry wed; die perish; big
large great huge; large extensive; wide broad; small little tiny; tiny minute; fast quick rapid swift; quickly rapidly
fast swiftly speedily; slow gradual; slowly gradually; strong powerful; powerful mighty; weak feeble; hard difficult;
hard tough; easy simple; easily readily; easily simply; important essential vital; important significant; necessary
essential needed required; main chief major principal; old ancient; new modern; rich wealthy; poor needy; correct
right; wrong incorrect; true correct; clear plain; clear evident; bright vivid; clean pure; dangerous harmful unsafe;
harmful damaging; safe secure; free independent; famous well-known renowned; strange unusual; common widespread; usual
normal ordinary; ordinary common; special particular; empty vacant; near close; far distant; high tall; deep profound;
flat level; round circular; different unlike; cruel harsh brutal; cruelly harshly brutally; brave courageous; honest
truthful; fair just; happy glad; sad unhappy; angry furious; sick ill; healthy well; alive living; dead lifeless;
permanent lasting; temporary short-lived; sudden abrupt; suddenly abruptly; steady constant; constant unchanging;
stable steady; hot warm; cold cool; dry arid; wet moist damp; soft tender; smooth even; rough uneven; thin slim; loose
slack; tight firm; rigid stiff; firm stiff; illegal unlawful; legal lawful; foreign alien; religious spiritual;
traditional customary; open public; openly publicly; secret hidden; united together; country nation state; place
location site; place spot; area region zone; land ground; ground soil; world earth; village settlement; road street;
way method means manner; method technique procedure; process procedure; method process; movement motion; movement
passage; journey trip voyage; trip travel; war conflict; fight combat; army force troop; soldier warrior fighter; king
monarch; government administration; administration rule; law act; rule regulation; right freedom; freedom liberty
independence; independence self-rule; duty responsibility obligation; task job work; job employment; work labour;
worker labourer; crop produce; food nourishment; hunger starvation famine; disease illness sickness ailment; drug
medicine; medicine remedy; doctor physician; germ microbe; injury wound; pain ache; death dying; child offspring
young; baby infant; woman female; man male; family household; people person; people human; human person; humankind
humanity mankind; inhabitant resident; citizen national; stranger foreigner; friend ally; member participant; group
set; kind type sort; part portion section; part component; piece part bit; piece fragment; difference distinction;
reason cause; aim purpose goal objective; purpose function; function role; role part; use purpose; advantage benefit;
benefit gain; disadvantage drawback; problem difficulty; difficulty trouble; danger risk hazard; chance probability;
chance opportunity; chance likelihood; idea thought; belief faith; belief religion; custom tradition; custom practice;
language tongue; word term; name title; message news; information data; knowledge learning; skill ability; ability
power; power authority; wealth riches; money cash; price cost; cost expense; trade commerce; trade business; goods
merchandise products; product good; market bazaar; shortage lack scarcity; lack absence; surplus extra excess;
increase growth rise; decrease decline fall reduction; reduction cut; expansion growth; change alteration; development
growth; beginning start; end close; edge border boundary; border frontier; side flank; top summit; bottom base; base
foundation; centre middle; centre core; inside interior; outside exterior; surface face; layer stratum; gap space;
space room; structure arrangement; arrangement order; stage step phase; period time; age era; year annum; yearly
annual; device tool instrument; tool instrument implement; machine device; machine apparatus; stone rock; sea ocean;
river stream; mountain mount; hill mound; forest woodland; sky heavens; picture image; photograph photo; diagram
drawing; example instance; fact truth; proof evidence; test experiment; trial test; question query; agreement treaty
pact; agreement accord; meeting conference gathering; council assembly; election poll; vote ballot; speech address;
petition appeal; complaint grievance; quarrel dispute; dispute argument conflict; peace calm; order peace; punishment
penalty; crime offence; prison jail; court tribunal; breaking breakdown; carrying transport; shaking tremor; loss
losing; lost vanished; vanish disappear; appear emerge; appear seem; remain stay; last endure; wait stay; keep
continue; copy imitate; invent devise; design plan; scheme plan project; policy plan; system arrangement; organisation
association; organisation body; association society; company firm; school college; pupil student learner; teacher
instructor; position place; home house; house dwelling; building structure; fort fortress stronghold; ship vessel;
boat vessel; cloth fabric; clothes garments; porter carrier; trader merchant; explorer traveller; settler colonist;
colony possession; topic subject; inherit receive; inherited hereditary; pass transmit; spread transmit; spread
expand; spread extend; extend stretch; reach extend; drive push; flee escape; hide conceal; search look; seek look;
assemble gather; bring fetch; throw cast; hold grip; touch contact; rotate spin turn; rotation spin; revolve orbit;
orbit circle; rub scrape; slide slip; shake tremble; vibrate oscillate; swing oscillate; float drift; sink submerge;
rise ascend; ascend climb; fall descend; reproduce breed; breed multiply; multiply reproduce; fertile productive;
fertile rich; barren infertile; drought dryness; flood inundation; rain rainfall; storm tempest; wind breeze; urge
advise; advise counsel; suggest propose; recommend suggest; decide determine; determine find; settle resolve; solve
resolve; manage run; manage administer; direct manage; supervise oversee; inspect examine; study examine investigate;
check examine; enforce apply; implement carry; recruit enlist; dismiss remove; replace substitute; exchange swap
trade; exchange barter; crush grind; deposit leave; widen broaden; narrow slender; shorten reduce; shorten cut;
lengthen extend; strengthen reinforce; weaken undermine; worsen deteriorate; enrich improve; pollute contaminate;
pollution contamination; infection contagion; cure heal; treat cure; nourish feed; starve hunger; mix blend;
abolish end; abolish ban; participate join; toxic poisonous; cultivate grow; remaining rest; hurt injure; broad
extensive; encourage stimulate; stimulate promote; enough sufficient; adequate enough; huge enormous; enormous large;
usually normally; originate begin; hinder prevent; ensure guarantee; amount quantity; permit authorise; invade attack;
expel banish; resistance opposition; employ recruit; slavery enslavement; ruler leader; leader head; founder creator;
begin originate; commence originate; decompose rot; rot decay; decay decompose; secrete release; today now nowadays
currently; formerly previously; kill murder; migrate move; keep rear raise; start launch; chase drive expel; damage
spoil; spoil ruin; ancestor forefather; law legislation; duty task; huge vast; vast extensive; severe harsh; serious
grave; sharp acute; sacred holy; educated learned; similar alike; various different; primary main; fundamental
essential; transparent clear; shiny bright; shiny lustrous; afterwards later; previously earlier; thereafter
afterwards; jointly together; especially particularly; completely fully; fully wholly; entirely completely; totally
completely; widely broadly; needed necessary; run go;
"""
