import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from './db/embedded/make-folder.ts'
import { syncPath } from './db/embedded/sync-path.ts'

/** Secrets at rest: AES-256-GCM; and what we hand out and take back, signed with HMAC-SHA-256. Specification: service §5, decisions §6, reliability E1. */
export type Seal = {
  /** `context` is the place of the blob, as `table/row/field`: it cannot be opened under another one. */
  seal(text: string, context: string): string
  /** Throws when the key is gone, the blob was changed, or it was sealed for another place. */
  open(blob: string, context: string): string
  /**
   * 16 bytes that only this instance can compute from `bytes`. `purpose` is part of the input: a signature for one purpose is invalid for
   * another.
   */
  sign(bytes: Buffer, purpose: string): Buffer
  /** Also for a signature by a key that is no longer the first one. */
  hasSigned(bytes: Buffer, purpose: string, signature: Buffer): boolean
}

const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16
const signatureBytes = 16

/** The first key seals, all of them open. */
export function createSeal(keys: readonly Buffer[]): Seal {
  const [first] = keys
  if (!first) throw new Error('no key to seal with')
  // Key objects, so that the bytes are not parsed again for each secret: each delivery opens one.
  const byId = new Map(keys.map((key) => [keyIdOf(key), createSecretKey(key)]))
  const signers = keys.map((key) => createSecretKey(Buffer.from(hkdfSync('sha256', key, '', 'tandem signing', keyBytes))))
  const signedBy = (signer: KeyObject, bytes: Buffer, purpose: string) =>
    createHmac('sha256', signer).update(`${purpose}\0`).update(bytes).digest().subarray(0, signatureBytes)
  return {
    sign: (bytes, purpose) => signedBy(signers[0] as KeyObject, bytes, purpose),
    hasSigned: (bytes, purpose, signature) =>
      signature.length === signatureBytes && signers.some((signer) => timingSafeEqual(signedBy(signer, bytes, purpose), signature)),
    seal(text, context) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', first, nonce).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `v1.${keyIdOf(first)}.${sealed.toString('base64url')}`
    },
    open(blob, context) {
      const [version, keyId = '', sealed = ''] = blob.split('.')
      const key = byId.get(keyId)
      if (version !== 'v1' || !key)
        throw new Error(`no key can decrypt this: it was encrypted with key ${keyId}. Add that key to INTEGRATION_SECRET_KEY.`)
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(-tagBytes))
      return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}

/** The id of a key, stored with each value that it has sealed; it reveals nothing of the key. */
export function keyIdOf(key: Buffer): string {
  return createHash('sha256').update('tandem sealing key id').update(key).digest('hex').slice(0, 8)
}

/**
 * The keys of INTEGRATION_SECRET_KEY; with the embedded database by default one that is generated once and kept in `dataDir`. Throws an
 * Error that says what to do.
 */
export async function loadSealingKeys(from: {
  config: { INTEGRATION_SECRET_KEY?: string | undefined }
  dataDir: string
  embedded: boolean
}): Promise<Buffer[]> {
  const setting = from.config.INTEGRATION_SECRET_KEY
  if (setting) return setting.split(',').map((text) => parseKey(text.trim(), 'INTEGRATION_SECRET_KEY'))
  if (from.embedded) return [await keptKey(from.dataDir)]
  throw new Error(
    'INTEGRATION_SECRET_KEY is required with DATABASE_URL. Create one with `openssl rand -base64 32` and keep it separate from backups.',
  )
}

function parseKey(text: string, where: string): Buffer {
  const isHex = /^[0-9a-f]{64}$/i.test(text)
  const isBase64 = /^[A-Za-z0-9+/_-]{43}=?$/.test(text)
  if (!isHex && !isBase64) throw new Error(`${where} must be 32 bytes in base64 or hex. Create one with \`openssl rand -base64 32\`.`)
  return Buffer.from(text, isHex ? 'hex' : 'base64')
}

/** Whether the first start has made one already: to look for it makes none. */
export const hasKeptKey = async (dataDir: string): Promise<boolean> => (await readKept(keptPath(dataDir))) !== undefined

const keptPath = (dataDir: string): string => join(dataDir, 'integration-secret.key')

async function keptKey(dataDir: string): Promise<Buffer> {
  const path = keptPath(dataDir)
  const kept = await readKept(path)
  if (kept) return kept
  await makeDataDir(dataDir)
  await writeOnce(path, `${randomBytes(keyBytes).toString('base64')}\n`)
  return (await readKept(path)) as Buffer
}

/** Keeps this key as the one that the first start would make. Throws when another one is kept already; `from` is what messages name. */
export async function keepKey(dataDir: string, text: string, from: string): Promise<void> {
  const key = parseKey(text, from)
  const path = keptPath(dataDir)
  await makeDataDir(dataDir)
  await writeOnce(path, `${key.toString('base64')}\n`)
  if (!(await readKept(path))?.equals(key)) throw new Error(`${path} contains a different key than ${from}, and is not overwritten.`)
}

async function makeDataDir(dataDir: string): Promise<void> {
  await makeFolder(dataDir).catch((cause: NodeJS.ErrnoException) => {
    throw new Error(`DATA_DIR: ${dataDir} cannot be created (${cause.code}). Set it to a directory that this account can write to.`, {
      cause,
    })
  })
}

async function readKept(path: string): Promise<Buffer | undefined> {
  try {
    return parseKey((await readFile(path, 'utf8')).trim(), path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Whole or not at all, and never over one that another process has just made: a link, unlike a rename, refuses to replace. */
async function writeOnce(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  try {
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
  // Synced for an existing key too: nothing may be sealed with a key that a power cut could lose.
  await syncPath(dirname(path))
}
