import { readFile, writeFile } from 'node:fs/promises'
import { withSettings } from '../packages/cli/src/settings-page.ts'

/** `npm run docs:configuration`: the table in docs/configuration.md from the schema of the settings. */
const page = new URL('../docs/configuration.md', import.meta.url)
await writeFile(page, withSettings(await readFile(page, 'utf8')))
