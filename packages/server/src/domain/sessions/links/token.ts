import { refusal } from '@tandem/contract'
import type { Seal } from '../../../seal.ts'

/**
 * The token in the link of a mail: who may answer which question with it, until when, and with which option. It is signed and stored
 * nowhere. 94 characters of base64url: a version, three ids, the option, the expiry in seconds, the signature. Specification: beyond §6.
 */
export type AnswerLink = {
  actorId: string
  sessionId: string
  questionEventId: string
  /** Counted from 0; null = none. */
  option: number | null
  expiresAtMs: number
}

const purpose = 'answer link'
const version = 1
const noOption = 255
const idBytes = 16
const ids = ['actorId', 'sessionId', 'questionEventId'] as const
const optionAt = 1 + ids.length * idBytes
const expiryAt = optionAt + 1
const signatureAt = expiryAt + 4

export function answerToken(seal: Pick<Seal, 'sign'>, { option, expiresAtMs, ...link }: AnswerLink): string {
  const bytes = Buffer.alloc(signatureAt)
  bytes.writeUInt8(version)
  for (const [at, name] of ids.entries()) bytes.write(link[name].replaceAll('-', ''), 1 + at * idBytes, 'hex')
  bytes.writeUInt8(option ?? noOption, optionAt)
  bytes.writeUInt32BE(Math.floor(expiresAtMs / 1_000), expiryAt)
  return Buffer.concat([bytes, seal.sign(bytes, purpose)]).toString('base64url')
}

/** Throws not_found for a token that this instance has not made, and for one that has expired. */
export function linkIn(seal: Pick<Seal, 'hasSigned'>, token: string, now: string): AnswerLink {
  const whole = Buffer.from(token, 'base64url')
  const bytes = whole.subarray(0, signatureAt)
  // Other spellings of the same bytes would count as other links.
  const isOurs = whole.toString('base64url') === token && bytes.length === signatureAt && bytes[0] === version
  if (!isOurs || !seal.hasSigned(bytes, purpose, whole.subarray(signatureAt))) throw refusal('answerLinkUnknown')
  const expiresAtMs = bytes.readUInt32BE(expiryAt) * 1_000
  if (expiresAtMs <= Date.parse(now)) throw refusal('answerLinkExpired')
  const [actorId = '', sessionId = '', questionEventId = ''] = ids.map((_, at) => idAt(bytes, 1 + at * idBytes))
  const option = bytes.readUInt8(optionAt)
  return { actorId, sessionId, questionEventId, option: option === noOption ? null : option, expiresAtMs }
}

const idAt = (bytes: Buffer, at: number): string =>
  bytes.toString('hex', at, at + idBytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
