/**
 * What the other lists lack of the 3,000 most usual passwords of at least ten characters (OWASP ASVS 5.0, 6.2.4), in lower case: by how
 * often they stand among the ten million leaked passwords that Mark Burnett put into the public domain in 2015. Nobody has softened it.
 */
export const USUAL_PASSWORDS: ReadonlySet<string> = new Set(
  `
  ..qlvvcvdeero ..xrlqiyeopco 0099887766 010203040506070809 010823dfcz 0123456789a 015536822v 025802588520 02987654321 05021991inna
  0528325452mr 070793monolit 0987612345 09876543211234567890 0987654321q 0989161740 099453784sem 0995359291 0xfhs03269 100894olol
  1010810108 1029384756a 1111111111a 1111111111m 1111111111q 11111qqqqq 111222333q 1122334455a 11qq22ww33ee 1213141516171819 1223344556
  1223505sayana 123123123z 123321qwerty 123451234512345 123456654321a 1234567812345678 12345678901234567890 1234567890as 1234567890b
  1234567890g 1234567890k 1234567890qwertyuiop 1234567890v 123456789123456789 1234567899876543 123456789azat 123456789h 123456789ss
  12345678qwertyu 1234567qwe 1234567qwerty 123456abcd 123456asdfgh 123456vova 12345q12345 1234qw1234qw 123698745a 12369874qq 123qazwsxedc
  123qwertyuiop 125712571257d 1302alex1994 1324354657687980 141312190296q 142536475869 1471214712qwe 147258369q 147258369z 147852369z
  147852gogozen 14bestlist 159753258456 1702alex1991 193711101994a 1q2q3q4q5q6q 1qaz2wsx3ed 1qazxcvbnm 1rus27540102 20102010ss
  2222333344445555 2267137151 228gfgbhjcbv 234589frendz 2347172123 2419411945 2507905048 27051993my 277rte87hryloitru 28401losali
  2947819540 2pacshakur 300cgfhnfywtd 3012292113 30secondstomars 31321dj51982 32158900666 3240500777 3322607093 3454051maksim 3478526129
  4062056totoot 4465134444 456456456q 4648246482 4815162342s 4815162342x 4815162342z 4rdf_king7 5236987410 54322q22345 5532361cnjqrf
  55555aaaaa 5647382910 589632147a 675675675a 68iypneg6u 7410852963 741852963q 787898mich 791017941s 80502542102 80503722372 80633459472qw
  80663635606 80672091913 80679047880 80966095182z 80969260620 80990606390 852456852456 89023346574 89055521933 89105249698 89128830153
  89183891205 8hgy16vqvq 8mlzimzslmjf 9021090210 9105425888 923650asdfghjkl 92k2cizcdp 951753852456 9876543210q 9876543211 987654321d
  987654321m 987654321q 987654321w 9n1vac6wgw a123456789a a514527514 a550777954 a58wtjuz4u a9n87u2jved9y ababagalamaga abcdefghijkl
  abdullayev abracadabr accessibilit acckeyboard accountant administrato adoxreadme afireinside afynfcnbrf aionrusian ajnjfggfhfn
  aleksandar aleksandrov aleksandrova alertemailms alertpaydoubl alexandrovna alisokskok allahakbar allthetime altagracia alteclansing
  alternativ anniversary antikiller antipidrid antoshenechka apocalipsis architecture asdfdsasdf asdfgasdfg asdfggfdsa asdfgzxcvb
  automobile avadakedavra awdqseawdssa azsxdcfvgbhn backstreet badreligion baloncesto barabashka barbariska bartholomew bartsimpson
  benchpress bestfriends bestpker09 beverlyhills bezparolya billionaire blackangel blackblack blackknight blackmagic blackpussy
  blackshadow blackstone bluemonkey bobthebuilder bonneville bossyak123 brainstorm brickhouse brotherhood bruteforce buccaneers
  bulletproof burgerking butterflies bvgthfnhbwf bwcc2009new byascyther byrdbpbnjh byyjrtynbq c0m1cb00kdb cagliostro callscesetup
  cappuccino capricorni carmichael cbvtycbyjrbz cdtnfcdtnf cfifvfif211 cfvfzcxfcnkbdfz cfvfzkexifz cfvfzrhfcbdfz cgfhnfrvjcrdf
  cgfhnfrxtvgbjy cghfdtlkbdjcnm cgtkcbyuth changelangms characters charliedog charmander cheaphornybastard checkitout chevytruck
  chicagobulls chickenhawk christiane chucknorris cippalippa cjcfnmdctv cjybthbrcjy ckfltymrfz clean874524 clementine clitlicker
  cnfdhjgjkm cnfhjghfvty cnhfnjcathf cnhjbntkmcndj coccinella coinstallers colchester comedyclub compliance concepcion conference
  configured constitution consultant consulting coolbugi2000 copacabana corinthians cosanostra costruzioni cradleoffilth cranberries
  cthnbabrfn ctrnjhufpf cumberland cuntlicker cxfcnkbdxbr czps5nyndwcksc d987654321 dance4life dancedance danildanil darjeeling
  darkjavell9 daugavpils1 dazdraperma dctgblfhfcs deathmetal degenerationx den1020834880 denisdenis destination deviceclass dfcbkmtdyf
  dfczgegrby dfgdrb5se4 dfkthmtdyf diosesamor dirtysouth dirtywhore diunilaobu8* divemaster dkflbckfdf dollarbill domainlock2004
  dontforget doubleplay dragonlance dragonlord dragonslayer dreamworks drummerboy dsdctufdyj dsdctujdyj dvtcntyfdctulf dyenhtdtyyj
  dzxtckfdjdyf e1l2e3n4a5 earthquake efwe5tgwa5twhgd eikocarol13 ekx1x3k9bs electrical electronica elitedollars emmawatson enumerator
  eqes606898 equilibrium ereyes4269 euamominhamae eulacomplete evangeline expedition eyeshield2 f19911991f f1f2f3f4f5 f64579820f
  fahrenheit fatboyslim fgghjrcbvfwbz fggjkbyfhbz fgtkmcbyrf fgtkmcbyxbr fire231989 firefighte fishyfinger fixedbutton fktrcfylhbz
  fktrcttdyf flashlight flashpoint flvbybcnhfwbz flyfishing fooma091194fds foreverlove formulaone forzainter forzamilan frankenstein
  freeaccess freelander freetraffic frenchkiss fuckedupshit fuckinglove fuckingshit fuckintits funnybunny fuxedboost fva27091994
  fypjhbr007dfcz007rfr fyukbqcrbq g00dpa$$w0rd gankutsuou1989 generallee geniusgenius genuineintel gfgjhjnybr ghbdtncerf ghbdtnfylhtq
  ghbdtnvtldtl ghjbpdjlcndj ghjcnbnewbz ghjcnhfycndj ghjcnjdkfl ghjcnjghbrjk ghjcnjvfhbz ghjdjrfwbz ghtpthdfnbd ghtrhfcyfz gianfranco
  gide11ok9b gillingham gimopoy123 gjkbnjkjubz gjkmpjdfntkm gjkyjkeybt gjyjvfhtyrj glorfindel goldhill25 goodwrench googlecheckou
  gossipgirl graafschap greatlivaja greatwhite greenapple greenfield greengrass gtasanandreas gthcgtrnbdf gthgtylbrekzh gtnhj328903
  guadalajara gunayka1995 gunnerhead gunsnroses h1y4dua229 h2tmc4g358 h_froeschl7 hakunamatata hammerfall handkerchief harekrishna
  harrypotte heartagram heartbreaker heidelberg heisenberg hellodolly hellsbells herooflife highschool hilaryduff hitsbooster
  hjpjxrf23062007 holyspirit hondastars huangjin1987 hubbabubba hubbahubba hummingbird hunnybunny hydroptfcor i3zc3nee8o ibpjahtybz
  ibragimova idedevicep0t identities idspispopd igeldcheat ihateniggers ilikecheese iloveindia iloveyoubaby ilovlay162 includecatal
  independence industrial informatic informatio inquisitor inspiration interceptor interfaces internacional intervention investment
  invincible island18pass isvipebaby isymwrapper itsallgood jackrabbit jacksparrow jaishriram jameslewis jamiroquai jawbreaker jeanpierre
  jeffgordon jesuscristo jesuslives jesuslovesme jhon@ta2011 jkh4545jhk jmhj5464dcx jne990pq23 jobshop200 jogabonito jollyroger juicyfruit
  jumpmaster jwhw6n1742 jxsr000426 kalashnikov karambula82 karapetyan kasablanka katastrofa kbndbytyrj kbytqrfpkj keepitreal keraskeras
  keysersoze kickboxing kilimanjaro kmh12025476 knightrider kolesnikov kolesnikova komltptfcor kornography kournikova kriginegor
  krzysiek12 ktutjyth333 l.qvjdjxrf l0sk2e8s7a l8cjy83u3b larterlarter lastchance leadership leatherman leatherneck leavemealon
  lebronjames leedsunited lekkerding leon9097579 leprechaun limon32988 literature littlecunt littledick littlefoot littlefucker littlehole
  litvinenko livingston lizardsquad ljcnjtdcrbq lk9slwgh3x lkjhgfdsaz lockingservi loneranger longisland louisville louisvuitton
  loveplanet lovestinks luba100295 luckystrike ludicgirls made40media manchesterunited maninblack marcoantoni marguerite mariahcarey
  marmeladka marsupilami masquerade masseffect maximiliano mediterraneo medvejonok michelangelo mickeymous miguelange milesdavis
  millonario minniemouse mishamisha mishaoooyeah mississipp mitrofanov mno571krq9 mobilephone monkeynuts monsterkill mornington
  motherboard motherwell mountaindew muthafucka mycomputer nakedteens narutouzumaki nascimento nastolatka nationwide naughtyamerica
  navigating ndjhxtcndj negjqgfhjkm nellynelly netbilling netddedsdm netfxsbs10 neversaymypassword neversaynever neversmile newfoundland
  newt7899onrs neznakomka ngik2ggxpg nhbybnhjnjkejk nhfvgfvgfv nhfycajhvth nhjkmnhjkm nickcarter nickisdick nicrasow212 nightrider
  nikiforova nikitanikita nikolaevich ninjamonkey nintendods nissanskyline nitrodude14 nloq_010101 nobodyknows nochnik104 nodataincolumn
  nokianokia nomeacuerdo nomorenavy norkapril4 ntktajyxbr nuqyihyz85 nwctrinity oap9uto293 oduvanchik oiv3bh7356 okcomputer olegstan1980
  olga221189 onedirectio onetreehill ooglyoogly operations opportunity optimusprime ordinateur oreocookie outrageous ozymandias p51mustang
  p8sk7qrg7z p9ujkuf36d packardbell parabellum paradiddle parishilton parliament12345 parrothead pashademon passionate penispenis
  pennington peopleshit perasperaadastra perfectexploiter perfectworld periwinkle permission persephone pervertikal peterparker peterpeter
  petersburg pflhjncndj photograph photography physicaldevi pianoforte pikkunappi9c pipefitter pipikpipik pjsheridan pleazcufme
  plextsofttm pocahontas polinochka polzovatel ponomarenko ponomareva pornoporno porovoz123 poseinfopas powerlifting powerrangers
  powerstroke pqowieuryt praetorian pratap1245 prevedmedved prewedpoka prezervativ prigoda25392637 processing processors productid20f
  productions programist prokopenko properties providence providername ptktyjuhfl pulpfiction punishment punknotdead purplehaze purplerain
  pussymonster pyfrjvcndf q1205199333 q123123123 q123456789q q1q2q3q4q5q6 q1w2e3q1w2e3 q1w2e3r4t5y q2w3e4r5t6 q2w3e4r5t6y q2w3e4r5t6y7
  q80661658441 qaz1wsx2edc3 qazwsxedca qazwsxedcrf qazwsxedcrfvtgbyhn qazxswedcvfrtgb qq11556666 qqqqq55555 qrg7t8rhqy quake3arena
  quarantine qw12er34ty56 qwaszxqwaszx qwertqwert qwerty654321 qwertyasdf qwertyasdfg qwertyqwerty qwertyuiopasdf qwertyuiopasdfg
  qwertyuiopasdfgh qwertyuiopasdfghjkl qwertzuiop qzwxecrvtb r3r3vi3wacc3ss rainbowsix razorblade redoctober reflection registered
  registration relentless relhzdwtdf rendezvous repmrf1992 republican rerhsybrcs resistance resurrection retribution revoluinfo123
  revolutiontt reymisterio rfgbnfyrbn rfhm2tpx47 rfkbybyuhfl rfkfiybrjd rfnthbyjxrf rhfcjnekmrf rhjcfaaxtu rhjrjlbkutyf rhododendron
  rhtvfnjhbq ridiculous rikitikitavi riodejaneiro rjcnzrjcnz rjcvtnbxrf rjgbkrf666 rjktcybrjdf rjpfyjcnhf rjycekmnfyn rjycnfywbz
  rjycnhernjh rjyjdfkjdf rjytwcdtnf rockisdead rockohamster roga4evi411 rollerblade ronorberg88 rossi32575 roundhouse royalflush
  ruffryders runningman rutherford rw6sw94284 s1s2s3s4s5 s2fdsp8g6i s968831778s sagitarius saintseiya sakartvelo salamsalam salmankhan
  salocaluimsg samimaxi1212 samirsamir samsungs5230 sanantonio saneksanek santaclaus santaklaus sanynokia5130 sasa123321 sasha050386
  sasukeuchiha scorpionking scratchman scubadiver seaisle1970 sealink123 sebastiaan sektorgaza selenagomez senisevirem seo21saafd23
  serg123111 serggalant serhthsjsth serializatio setupdicallc setupstartse sexisgreat sfhj5484fgh shakespear shapovalov sheetmetal
  shippuuden shmoogle13 shokoladka shovelhead showmethemoney sidvicious silmarillion silverbullet silvermoon silverstar silversurfer
  silvertree976 sjxrnc7e6nt skateboarding skateordie ske9k9tch3r5w9s skylinegtr skyliner34 sleepyhollow slickwilly sliveddevils slonopotam
  slushslush sm4llville smeshariki snickerbar snowboarding snowpatrol snvd9d8q4r soccerball solomatina sonyericson sonypictures soso123456
  soso123bbb soulreaver soundgarden southampton specialized speeddemon speedracer spellbound spellforce spiridonov splintercell splurgeola
  spongbob123 sportsport springbreak stabilmente stairwaytoheaven staratagain stargatesg1 starkiller startservice stas123456789
  steelseries stefanescu stefyebuio stensten12 stevesmojo stratovarius streetking studioware subhanallah submission submissive successful
  suckmyballs sudakov1987 superfreak supermodel supersport supersuper sutherland sweepstakes sweetangel sweetsweet syncmaster740n
  sysinfomsg t123456789 taisabloom tapac971111 taser334455 tawny21bii taxidriver tdljrbvjdf tdutymtdbx telefonica temik201600 temptation
  tequieromuch terminating tetriandoh tfjunwptzsjp thatsright thegreatone theoldlady thiaguinho thunderball thunderbolt tihomirova
  tojiik85521133 tomkaulitz toothpaste tournament toyotarav4 trafficracer traktorist transistor transporter travelmate truckdriver
  trustno1k0 ttttttt900 tumbleweed twentyfour tylerdurden uehby92pac ufdyfrecjr unattended unimportant uninstallper uninstallsql
  unitedstates usersgroups uthfcbvtyrj uv1n5tz869 uzbekistan v80953054464 vanderbilt vascodagama vbhjplfntkm vbhnhelvfq vbkbwbjyth
  vbxtmuvofh vbybcnthcndj vbyfcnbhbn vef6g55frz velocidade ver4594gss45 vesy7csae64 vfhbjytnrf vfrcbvbkbfy vfrcbveirf vfubcnhfkm
  vfuybnjajy vfvfljhjufz vfvfyntyjr vfvjxrfvjz vfylhfujhf videogames viktorovich viktorovna villanueva vinogradova vjzghtktcnm volkswagon
  vova123456 vp3whbjvp8 vsavb7rtui vtkmybrjdf vtnhjgjkbnty vyjujltytu w123456789w w27sv7tupf warrock123 weaknesspays websolution
  wegangster4lifebitch welcome2suzan westminster wheelchair whitehouse whiterabbit whitetiger whitetrash widescreen widowmaker wildflower
  willywonka winfieldsc wintermute witchblade witchcraft witchdeath wolfenstein woodpecker worldofwarcraft wsx22wsx22 wu994216433
  wutangclan x26j12m88y x3luym2mmj x5etmuwe90 x72jhhu3za xcabczxabcz xjovwwhkgy xthyfzrjirf xtkjdtrgfer xxpa33bq.adna xxx7847360
  yawdjof117 ybrjkftyrj ybrnjrhjvtyfc yfcheyfirjke yflz13041976 yjcnfkmubz yjdjnhjbwr yjdjrepytwr yjdjvjcrjdcr yk66o2kzpz youngblood
  youngmoney yourmother ytcnthtyrj ytdpkjvfti yteuflftim ytnegfhjkz ytpfdbcbvjcnm ytpyfqrf123 ytpyfrjvrf ytrhjvfycth yurkamaliy z19375481z
  z1z2z3z4z5 zaqxswcdevfr zaqzaqzaqz zaxscdvfbg zcegthfynjif zcfvfzrhfcbdfz zelenograd zghjcnjcegth zhao9622109 zjlyfnfrfz zktcyn74ir
  zn87x54mxma zobrdjlrb1 zsxmr7sztmr zvezdochka zxcvasdfqwer zxcvb09876 zxcvbbvcxz zxcvbnmzxcvbnm zxcvbzxcvb
  `
    .split(/\s+/)
    .filter(Boolean),
);
