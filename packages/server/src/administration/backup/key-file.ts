import { open, readFile } from 'node:fs/promises'
import { type Config, readConfig } from '../../config.ts'
import { hasKeptKey, keepKey, keyIdOf, loadSealingKeys } from '../../seal.ts'

/** Writes the keys of the configuration to a file of their own, as INTEGRATION_SECRET_KEY takes them. Never over one that is there. */
export async function writeKey(environment: Readonly<Record<string, string | undefined>>, path: string): Promise<void> {
  const config = readConfig(environment)
  const embedded = config.DATABASE_URL === undefined
  if (config.INTEGRATION_SECRET_KEY === undefined && !(await hasKeptKey(config.DATA_DIR)))
    throw new Error('There is no key yet: the first start of the service creates one. Leave out --with-key.')
  const keys = await loadSealingKeys({ config, dataDir: config.DATA_DIR, embedded })
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new Error(`${path} already exists, and a key is never overwritten. Use another name.`) : error
  })
  try {
    await file.writeFile(`${keys.map((key) => key.toString('base64')).join(',')}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Takes over the key of such a file as that of an embedded service; elsewhere keys are a setting. */
export async function adoptKey(config: Config, path: string): Promise<void> {
  const text = (await readFile(path, 'utf8')).trim()
  if (config.DATABASE_URL !== undefined || config.INTEGRATION_SECRET_KEY !== undefined || text.includes(','))
    throw new Error(`The key is a setting here: set INTEGRATION_SECRET_KEY to the content of ${path}, and leave out --key.`)
  await keepKey(config.DATA_DIR, text, path)
}

/** Which of these keys the configuration lacks, by their names. Makes none. */
export async function missingKeys(config: Config, keyIds: readonly string[]): Promise<string[]> {
  const isThere = config.INTEGRATION_SECRET_KEY !== undefined || (await hasKeptKey(config.DATA_DIR))
  const keys = isThere ? await loadSealingKeys({ config, dataDir: config.DATA_DIR, embedded: true }) : []
  const own = new Set(keys.map(keyIdOf))
  return keyIds.filter((id) => !own.has(id))
}
