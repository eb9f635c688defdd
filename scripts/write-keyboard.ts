import { readFile, writeFile } from 'node:fs/promises'
import { withCommands } from '../apps/web/scripts/keyboard-page.ts'

/** `npm run docs:keyboard`: the tables in docs/keyboard.md from the commands of the web app. */
const page = new URL('../docs/keyboard.md', import.meta.url)
await writeFile(page, withCommands(await readFile(page, 'utf8')))
