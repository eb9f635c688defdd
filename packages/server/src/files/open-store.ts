import { join } from 'node:path'
import type { Config } from '../config.ts'
import { createDiskStore } from './disk-store.ts'
import { createS3Store } from './s3-store.ts'
import type { FileStore } from './store.ts'

/** The store that the configuration names. Specification: decisions §3 and §6. */
export function openStore(config: Config): FileStore {
  const files = join(config.DATA_DIR, 'files')
  if (config.ATTACHMENT_STORE === 'disk') return createDiskStore(files)
  return createS3Store({
    endpoint: config.S3_ENDPOINT ?? `https://s3.${config.S3_REGION}.amazonaws.com`,
    region: config.S3_REGION,
    bucket: config.S3_BUCKET ?? '',
    prefix: config.S3_PREFIX,
    accessKeyId: config.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: config.S3_SECRET_ACCESS_KEY ?? '',
    spoolDirectory: files,
  })
}
