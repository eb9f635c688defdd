import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const tokenPattern = /^(kbt|kbo|kbr)_([0-9A-Za-z]{40})([0-9A-Za-z]{6})$/

/** `kbt` is minted by its owner; `kbo` and `kbr` are the access and refresh tokens of OAuth. */
export type TokenKind = 'kbt' | 'kbo' | 'kbr'

/** `kbt_`, 40 random base62 characters (238 bits) and 6 that are their CRC32. Specification: decisions §2. */
export function newToken(kind: TokenKind = 'kbt'): string {
  const random = randomBase62(40)
  return `${kind}_${random}${checksumOf(random)}`
}

/** Null for a malformed token, which is refused without a look-up. */
export function kindOfToken(token: string): TokenKind | null {
  const [, kind, random = '', checksum] = tokenPattern.exec(token) ?? []
  return kind !== undefined && checksumOf(random) === checksum ? (kind as TokenKind) : null
}

/** A bearer of 256 bits for cookies, resets and invitations. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** `whsec_` and 32 random bytes in base64. Specification: reliability W10. */
export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

function checksumOf(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let place = 0; place < 6; place++) {
    digits = base62.charAt(rest % 62) + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

/** Draws without bias: bytes of 248 and above are thrown away. */
function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += base62.charAt(byte % 62)
    }
  }
  return text
}
