import { fieldRefusal } from '@tandem/contract'
import type { Policy } from '../../../kernel/mutation.ts'

/** The passwords of 8 characters and more that lead every published list of leaked ones, in lower case. */
const common = new Set(
  `12345678 123456789 1234567890 12345678910 123123123 1234512345 0123456789 012345678 0987654321 987654321 9876543210 87654321
  11111111 111111111 1111111111 00000000 000000000 0000000000 22222222 55555555 66666666 77777777 88888888 99999999 999999999
  12121212 121212121 13131313 11223344 1122334455 112233445566 12341234 123412345 12344321 1234554321 123321123 123454321 12345679
  123456780 123456781 123456788 123456123 123123456 123456654321 147258369 147852369 159753456 159357456 741852963 789456123
  789456123a 963852741 321654987 456789123 102030405060 10203040 1020304050 31415926 314159265 19841984 20002000 23232323
  password password1 password12 password123 password1234 password! password1! password2 password3 password01 password10 password11
  passw0rd passw0rd1 p@ssw0rd p@ssword pa$$word pa55word passwort passwort1 passwords mypassword newpassword testpassword
  password2020 password2021 password2022 password2023 password2024 password2025 password2026 1password 123password passpass pass1234
  pass12345 pass123456 qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 1qwerty1 qwertyqwerty qwerty321
  qwert123 qwert12345 qwertz123 qwertzuiop 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 1qaz2wsx 1qaz2wsx3edc
  1qazxsw2 2wsx3edc qazwsxedc qazwsx123 qazxswedc zaq12wsx zaq1xsw2 zaq1zaq1 zxcvbnm1 zxcvbnm123 zxcvbnm, asdfghjk asdfghjkl
  asdfghjkl1 asdfasdf asdf1234 asdf12345 asdfqwer asdqwe123 asd123456 qweasdzxc qweqweqwe qwe123456 qwe123qwe 123qweasd 123qwe123
  123qweasdzxc 1234qwer 1234qwert 12345qwert 12qwaszx 123456qwe 123456qwerty abcd1234 abcd12345 abcdefgh abcdefghi abcdefg1 abc12345
  abc123456 abc123abc abcabcabc a1234567 a12345678 a123456789 a1b2c3d4 a1b2c3d4e5 aa123456 aa12345678 aaaaaaaa aaaaaaaaa aaaaaaaaaa
  1234abcd 12345abc 123456aa 123456abc 12345678a 123456789a 1234567a 1a2b3c4d iloveyou iloveyou1 iloveyou2 iloveyou! iloveyou123
  iloveme1 iloveu123 ilovegod loveyou1 lovelove lovelyyou sunshine sunshine1 princess princess1 football football1 baseball
  baseball1 basketball superman superman1 batman123 spiderman spiderman1 starwars starwars1 pokemon1 pokemon123 charlie1 jordan23
  jennifer michelle michelle1 jonathan danielle samantha victoria elizabeth alexander alexandra christian christopher benjamin
  nicholas stephanie caroline veronica isabella sebastian valentina francisco fernando gabriela computer computer1 internet
  internet1 trustno1 whatever whatever1 letmein1 letmein123 welcome1 welcome123 welcome2024 welcome2025 welcome2026 admin123
  admin1234 admin12345 admin123456 administrator adminadmin changeme changeme1 changeme123 default1 temp1234 test1234 test12345
  testtest testing1 testing123 guest123 user1234 root1234 rootroot toor1234 secret123 secretpassword access14 master123 masterkey
  mustang1 corvette mercedes ferrari1 maverick midnight liverpool liverpool1 chelsea1 arsenal1 barcelona realmadrid juventus
  manchester metallica nirvana1 butterfly chocolate chocolate1 cocacola strawberry hellokitty snoopy123 monkey123 dragon123
  dragonball shadow123 hunter123 killer123 tinkerbell scooby12 november december september christmas summer2024 summer2025
  summer2026 winter2024 winter2025 winter2026 spring2025 autumn2025 q1w2e3r4! qwerty1! abcd1234! pass@123 pass@1234 admin@123
  welcome@123 p@ssw0rd1 p@ssw0rd123 test@123 india123 pakistan bismillah alhamdulillah anhyeuem 5201314520 woaini1314 woaini520
  a5201314 google123 facebook facebook1 linkedin myspace1 minecraft fortnite1 nintendo playstation samsung1 samsung123 iphone123`.split(
    /\s+/,
  ),
)

/** Throws validation where strangers can reach the service. Specification: reliability C4. */
export function refuseCommonPassword(policy: Policy, field: string, password: string): void {
  if (policy.isPublicProfile && common.has(password.toLowerCase())) throw fieldRefusal(field, 'passwordCommon')
}
