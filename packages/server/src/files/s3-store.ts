import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { Agent, type Dispatcher, request } from 'undici'
import { type FileStore, missingFile, storeFailure } from './store.ts'
import { chunksOf, openUnnamedFile } from './unnamed-file.ts'

export type S3Settings = {
  /** The origin and, if the server has one, the path of its buckets. */
  endpoint: string
  region: string
  bucket: string
  prefix: string
  accessKeyId: string
  secretAccessKey: string
  /** Keeps uploads until they are in the bucket. */
  spoolDirectory: string
}

const timeouts = { headersTimeout: 30_000, bodyTimeout: 30_000 }
const tries = 3
const retryDelayMs = 200

/**
 * Files in a bucket of Amazon S3 or of a server that speaks its protocol. An upload is spooled to a nameless local file first: S3 wants
 * the length and the hash of an object before its bytes, a slow caller holds no connection to it, and what breaks off never gets there.
 * Requests are signed by aws4fetch (2 kB, docs/decisions/attachments.md) and sent by undici.
 */
export function createS3Store(settings: S3Settings): FileStore {
  const agent = new Agent({ connect: { timeout: 10_000 }, connections: 32, ...timeouts })
  const urlOf = (key: string) => `${settings.endpoint}/${encodeURIComponent(settings.bucket)}/${settings.prefix}${key}`

  return {
    async put(key, bytes) {
      let spool: FileHandle | undefined
      try {
        spool = await openUnnamedFile(settings.spoolDirectory)
        const { size, sha256 } = await fill(spool, bytes)
        await upload(spool, key, size, sha256)
      } catch (error) {
        throw storeFailure(error)
      } finally {
        await spool?.close()
      }
    },
    async get(key, range) {
      const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {}
      try {
        const answer = await ask('GET', key, { headers })
        if (answer.statusCode === 404) throw missingFile(await refusalOf(answer))
        if (answer.statusCode !== (range ? 206 : 200)) throw await refusalOf(answer)
        return answer.body
      } catch (error) {
        throw storeFailure(error)
      }
    },
    async remove(key) {
      const answer = await ask('DELETE', key, {})
      if (answer.statusCode !== 404 && answer.statusCode >= 300) throw await refusalOf(answer)
      await answer.body.dump()
    },
  }

  async function upload(spool: FileHandle, key: string, size: number, sha256: string): Promise<void> {
    const headers = { 'content-length': String(size), 'x-amz-content-sha256': sha256 }
    for (let tried = 1; ; tried++) {
      try {
        const answer = await ask('PUT', key, { headers, body: Readable.from(chunksOf(spool), { objectMode: false }) })
        if (answer.statusCode >= 300) throw await refusalOf(answer)
        return await answer.body.dump()
      } catch (error) {
        if (tried === tries || (error instanceof BucketRefusal && error.status < 500)) throw error
      }
      await pause(tried * retryDelayMs)
    }
  }

  async function ask(
    method: Dispatcher.HttpMethod,
    key: string,
    what: { headers?: Record<string, string>; body?: Dispatcher.DispatchOptions['body'] },
  ) {
    const { region, accessKeyId, secretAccessKey } = settings
    const signer = new AwsV4Signer({
      method,
      url: urlOf(key),
      headers: what.headers ?? {},
      service: 's3',
      region,
      accessKeyId,
      secretAccessKey,
    })
    const { url, headers } = await signer.sign()
    return request(url, { method, headers: Object.fromEntries(headers), body: what.body ?? null, dispatcher: agent, ...timeouts })
  }
}

async function fill(spool: FileHandle, bytes: AsyncIterable<Buffer>): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of bytes) {
      size += chunk.length
      hash.update(chunk)
      yield chunk
    }
  }
  await spool.writeFile(counted())
  return { size, sha256: hash.digest('hex') }
}

class BucketRefusal extends Error {
  readonly status: number

  constructor(status: number, code: string) {
    super(`the bucket answered ${status} ${code}`.trim())
    this.status = status
  }
}

const codeInXml = /<Code>([\w.]{1,100})<\/Code>/

async function refusalOf({ statusCode, body }: Dispatcher.ResponseData): Promise<BucketRefusal> {
  const [, code = ''] = codeInXml.exec((await body.text()).slice(0, 10_000)) ?? []
  return new BucketRefusal(statusCode, code)
}
