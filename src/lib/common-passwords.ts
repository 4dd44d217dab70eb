/**
 * Passwords of at least ten characters that lead every list of leaked ones, in lower case. Shorter ones need no entry: ten
 * characters is the minimum.
 */
const COMMON = new Set(
  `0123456789 1234567890 12345678910 123456789a 123456789q 1234567891 12345678912 123456789012 0987654321 9876543210
  1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc 1qazxsw23edc q1w2e3r4t5 q1w2e3r4t5y6 zaq12wsxcde3 qwertyuiop qwertyuiop1 qwertyuiop123
  qwerty12345 qwerty123456 qwerty1234 asdfghjkl1 asdfghjkl123 asdfghjklz zxcvbnm123 zxcvbnm1234 poiuytrewq azertyuiop azertyuiop1
  abcdefghij abcdefghijk abcd123456 abcd1234567 abc1234567 abc12345678 abc123456789 a123456789 a1234567890 aa12345678 aa123456789
  password10 password11 password12 password123 password1234 password12345 password123456 passw0rd123 p@ssw0rd123 p@ssword123
  password!1 password01 password99 password2020 password2021 password2022 password2023 password2024 password2025 password2026
  mypassword mypassword1 mypassword123 newpassword newpassword1 changeme123 changeme1234 letmein123 letmein1234 letmeinnow
  welcome123 welcome1234 welcome12345 welcome2024 welcome2025 welcome2026 iloveyou12 iloveyou123 iloveyou1234 iloveyou2 iloveyouso
  iloveyou22 iloveyou11 ilovemymom iloveme123 sunshine12 sunshine123 princess12 princess123 football12 football123 baseball12
  baseball123 basketball basketball1 superman123 batman1234 spiderman1 starwars123 dragon1234 monkey1234 master1234 michael123
  charlie123 jennifer123 jordan1234 liverpool1 liverpool123 manchester chelsea123 arsenal123 barcelona1 barcelona123 realmadrid
  administrator admin12345 admin123456 administrator1 root123456 test123456 testing123 testtest123 user123456 guest12345 default123
  computer123 internet123 google1234 facebook123 samsung123 microsoft1 minecraft1 minecraft123 pokemon123 naruto1234 trustno1234
  secret1234 secret12345 supersecret whatever123 something1 everything nothing123 unknown123 hello12345 hello123456 helloworld
  helloworld1 goodmorning goodluck123 forever123 foreveryoung freedom123 christmas1 christmas123 november11 december12 september1
  january2024 summer2023 summer2024 summer2025 winter2024 winter2025 spring2025 autumn2025 interview1 interview123 parley12345
  parleyparley motdepasse motdepasse1 motdepasse123 bonjour123 matkhau123 matkhau1234 anhyeuem123 woaini1314 woaini5201314
  5201314520 1314520131 1111111111 2222222222 0000000000 1212121212 1122334455 11223344556 1020304050 1231231231 123123123123
  123321123321 1234512345 147258369a 14725836900 741852963a 7894561230 789456123a 159357159357 aaaaaaaaaa`
    .split(/\s+/)
    .filter(Boolean),
);

/** Whether a password is among the ones that are guessed first: a known one, one character repeated, or a short piece repeated. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  return COMMON.has(lower) || /^(.{1,4})\1+$/u.test(lower);
}
