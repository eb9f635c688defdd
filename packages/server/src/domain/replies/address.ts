import type { ReplyAct } from '../../kernel/replies.ts'
import type { Seal } from '../../seal.ts'

/**
 * The address for replies to a mail, `reply+<code>@…`: the code names an activity and proves that the mail was sent to this person. Both
 * the sender's address and the signature must be valid before anything is done. Specification: beyond §6 and §11.
 */
export type ReplyAddresses = {
  of(letter: { activityId: string; actorId: string; act: ReplyAct }): string
  /** The codes in these addresses. A reply to all may name those of other people too. */
  codesIn(addresses: Iterable<string>): ReplyCode[]
  /** The action of a reply by this person; null when the mail was not sent to them. */
  actOf(code: ReplyCode, actorId: string): ReplyAct | null
}
export type ReplyCode = { text: string; activityId: string; signature: Buffer }

/** A signature is made for one purpose: the code of a mail that takes comments cannot be used to answer a question. */
const purposes: readonly (readonly [ReplyAct, string])[] = [
  ['answer', 'mail reply: answer'],
  ['comment', 'mail reply: comment'],
]
const [idBytes, codeBytes] = [16, 32]
const mostAddresses = 20

export function replyAddresses(seal: Pick<Seal, 'sign' | 'hasSigned'>, address: string): ReplyAddresses {
  const [name = '', domain = ''] = address.split('@')
  const prefix = `${name}+`
  const suffix = `@${domain}`
  return {
    of({ activityId, actorId, act }) {
      const purpose = purposes.find(([of]) => of === act)?.[1] ?? ''
      const signature = seal.sign(signedBytes(activityId, actorId), purpose)
      return `${prefix}${toBase32(Buffer.concat([bytesOf(activityId), signature]))}${suffix}`
    },
    codesIn(addresses) {
      const own = [...addresses]
        .map((given) => given.trim().toLowerCase())
        .filter((given) => given.startsWith(prefix) && given.endsWith(suffix))
      return own.slice(0, mostAddresses).flatMap((given) => codeOf(given.slice(prefix.length, -suffix.length)) ?? [])
    },
    actOf({ activityId, signature }, actorId) {
      const signed = signedBytes(activityId, actorId)
      return purposes.find(([, purpose]) => seal.hasSigned(signed, purpose, signature))?.[0] ?? null
    },
  }
}

/** `+` and the characters of a code. */
export const longestCode = 53
/** With them a local part has 64 characters, the most that there may be (RFC 5321 §4.5.3.1.1). */
export const longestReplyName = 11

const signedBytes = (activityId: string, actorId: string): Buffer => Buffer.concat([bytesOf(activityId), bytesOf(actorId)])

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex')

function codeOf(text: string): ReplyCode | null {
  const bytes = fromBase32(text)
  if (bytes?.length !== codeBytes) return null
  const hex = bytes.subarray(0, idBytes).toString('hex')
  const activityId = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
  return { text, activityId, signature: bytes.subarray(idBytes) }
}

/** RFC 4648 without padding, in lower case: mail hosts change the case of addresses. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

function toBase32(bytes: Buffer): string {
  let [text, rest, bits] = ['', 0, 0]
  for (const byte of bytes) {
    rest = (rest << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet.charAt((rest >>> (bits - 5)) & 31)
    rest &= (1 << bits) - 1
  }
  return bits > 0 ? text + alphabet.charAt((rest << (5 - bits)) & 31) : text
}

/** Null for text that is not valid base32. */
function fromBase32(text: string): Buffer | null {
  if (text.length > 2 * codeBytes) return null
  const bytes: number[] = []
  let [rest, bits] = [0, 0]
  for (const character of text) {
    const value = alphabet.indexOf(character)
    if (value === -1) return null
    rest = (rest << 5) | value
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((rest >>> bits) & 255)
    rest &= (1 << bits) - 1
  }
  const read = Buffer.from(bytes)
  return toBase32(read) === text ? read : null
}
