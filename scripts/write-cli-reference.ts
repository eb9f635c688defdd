import { readFile, writeFile } from 'node:fs/promises'
import { commands } from '../packages/cli/src/commands.ts'
import { withReference } from '../packages/cli/src/reference.ts'

/** `npm run docs:cli`: the reference in docs/cli.md from the table of commands. */
const page = new URL('../docs/cli.md', import.meta.url)
await writeFile(page, withReference(await readFile(page, 'utf8'), commands))
