import { mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { checkout } from './pages.ts'

/** A folder that looks like the checkout, so that files that a page keeps "in this folder" leave no trace. */
export type Workshop = { folder: string; environment: Record<string, string>; remove(): Promise<void> }

/** Left out: data of the reader's own checkout, and folders that must not be written to through a link. */
const left = new Set(['.git', 'data', 'docs'])

export function openWorkshop(): Workshop {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-docs-'))
  for (const name of readdirSync(checkout)) if (!left.has(name)) symlinkSync(join(checkout, name), join(folder, name))
  const environment = {
    PATH: `${dirname(process.execPath)}:${process.env.PATH ?? '/usr/bin:/bin'}`,
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, '.config'),
    NO_COLOR: '1',
    npm_config_update_notifier: 'false',
  }
  return { folder, environment, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) }
}
