import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { openStore } from '../../files/open-store.ts'
import { type Check, fail, ok, reasonOf, warn } from './check.ts'

/** Room for data and files, and the store of attached files. */
const gib = 1_073_741_824
const [warnFreeBytes, failFreeBytes] = [gib, gib / 8]

export const disk: Check = {
  name: 'disk',
  async run({ config }) {
    const folder = resolve(config.DATA_DIR)
    try {
      const place = await nearestFolder(folder)
      await access(place, constants.W_OK)
      const { bavail, bsize } = await statfs(place)
      const said = `${((bavail * bsize) / gib).toFixed(1)} GiB free at ${folder}`
      const todo = 'Free up space, or move DATA_DIR to a larger disk.'
      if (bavail * bsize < failFreeBytes) return [fail(said, todo)]
      return [bavail * bsize < warnFreeBytes ? warn(said, todo) : ok(said)]
    } catch (error) {
      return [
        fail(`${folder} cannot be written to: ${reasonOf(error)}`, 'Change its owner to the account that runs Tandem, or set DATA_DIR.'),
      ]
    }
  },
}

/** It is made with the first start. */
async function nearestFolder(folder: string): Promise<string> {
  const isThere = await access(folder).then(
    () => true,
    () => false,
  )
  return isThere || dirname(folder) === folder ? folder : nearestFolder(dirname(folder))
}

/** A file is written, read and removed, as an attachment would be. */
export const files: Check = {
  name: 'files',
  async run({ config }) {
    if (config.ATTACHMENT_STORE === 'disk') return [ok('attached files are stored in DATA_DIR/files')]
    const store = openStore(config)
    const key = `doctor-${crypto.randomUUID()}`
    try {
      await store.put(key, once(Buffer.from('tandem doctor')))
      for await (const chunk of await store.get(key)) if (chunk.length === 0) throw new Error('reads return nothing')
      await store.remove(key)
      return [ok(`the bucket ${config.S3_BUCKET} works`)]
    } catch (error) {
      const { cause } = error as { cause?: unknown }
      return [
        fail(
          `the bucket ${config.S3_BUCKET} does not work: ${reasonOf(cause ?? error)}`,
          'Check S3_BUCKET, S3_ENDPOINT, S3_REGION and the keys.',
        ),
      ]
    }
  },
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
