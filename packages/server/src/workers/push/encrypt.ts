import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/**
 * A message that only one browser can read (RFC 8291: ECDH on P-256, and one record of aes128gcm, RFC 8188). Written here with Node's own
 * crypto: the library web-push brings 15 packages along, and we do not accept its licence, MPL-2.0.
 */
const recordBytes = 4_096
const saltBytes = 16
const keyBytes = 16
const nonceBytes = 12
/** Ends the text of the last record; zeros may follow. */
const lastRecord = 2

/** Header, delimiter and tag leave this much for the text. */
export const longestPlaintext = recordBytes - 86 - 17

/** `p256dh` and `auth` of a PushSubscription, in base64url. */
export type Recipient = { p256dh: string; auth: string }

/** `made` is for the example of the RFC. Throws when the recipient's key is no point of the curve. */
export function encrypt(
  plaintext: Buffer,
  to: Recipient,
  made: { salt: Buffer; secret?: Buffer } = { salt: randomBytes(saltBytes) },
): Buffer {
  const pair = createECDH('prime256v1')
  if (made.secret) pair.setPrivateKey(made.secret)
  else pair.generateKeys()
  const [theirs, ours] = [Buffer.from(to.p256dh, 'base64url'), pair.getPublicKey()]
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours])
  const input = derive(pair.computeSecret(theirs), Buffer.from(to.auth, 'base64url'), about, 32)
  const key = derive(input, made.salt, 'Content-Encoding: aes128gcm\0', keyBytes)
  const cipher = createCipheriv('aes-128-gcm', key, derive(input, made.salt, 'Content-Encoding: nonce\0', nonceBytes))
  const record = [cipher.update(plaintext), cipher.update(Buffer.of(lastRecord)), cipher.final(), cipher.getAuthTag()]
  const size = Buffer.alloc(4)
  size.writeUInt32BE(recordBytes)
  return Buffer.concat([made.salt, size, Buffer.of(ours.length), ours, ...record])
}

const derive = (secret: Buffer, salt: Buffer, about: string | Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, about, bytes))
