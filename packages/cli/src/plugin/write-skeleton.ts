import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { Complaint } from '../failures.ts'

/** The skeleton of a plugin. Its files end in .txt because the {{…}} in them is not valid code. */
const skeleton = new URL('skeleton/', import.meta.url)
const everywhere = { 'main.ts.txt': 'src/main.ts', 'plugin.ts.txt': 'src/plugin.ts', 'plugin.test.ts.txt': 'test/plugin.test.ts' }
/** The files for a workspace among the plugins of a checkout, and for a project of its own. */
const filesBy = {
  'in-checkout': {
    ...everywhere,
    'in-checkout/package.json.txt': 'package.json',
    'in-checkout/README.md.txt': 'README.md',
    'in-checkout/Dockerfile.txt': 'Dockerfile',
  },
  standalone: {
    ...everywhere,
    'standalone/package.json.txt': 'package.json',
    'standalone/tsconfig.json.txt': 'tsconfig.json',
    'standalone/README.md.txt': 'README.md',
    'standalone/Dockerfile.txt': 'Dockerfile',
    'standalone/gitignore.txt': '.gitignore',
  },
}
/** The plugins that come with the service. */
const taken = new Set(['slack', 'github', 'gitlab'])

/** Throws Complaint for an invalid name of a plugin. */
export function refuseName(name: string): void {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || name.length > 40)
    throw new Complaint(
      'wrong usage',
      `Invalid plugin name ${name}. Use up to 40 of a-z, 0-9 and -, starting with a letter, such as our-chat.`,
    )
  if (taken.has(name)) throw new Complaint('refused or failed', `Plugin ${name} already exists: see plugins/${name}.`)
}

/** Whether a plugin in that folder would be a workspace of a checkout, which has the kits that it needs. */
export const isInCheckout = (folder: string): boolean =>
  basename(dirname(folder)) === 'plugins' && existsSync(join(folder, '..', '..', 'packages', 'plugin-kit', 'package.json'))

/** Writes the files of a plugin to a new folder; returns their paths. Throws Complaint, and leaves no partial result. */
export async function writeSkeleton(folder: string, name: string): Promise<string[]> {
  const files = filesBy[isInCheckout(folder) ? 'in-checkout' : 'standalone']
  const parent = dirname(folder)
  if (!(await stat(parent).catch(() => null))?.isDirectory())
    throw new Complaint('not found', `Folder ${parent} does not exist. Create it, or name another with --in.`)
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST')
      throw new Complaint('refused or failed', `${folder} already exists, and nothing is overwritten. Use another name.`)
    throw new Complaint('refused or failed', `${folder} cannot be created (${error.code}).`)
  })
  try {
    for (const [from, to] of Object.entries(files)) {
      const path = join(folder, to)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, filled(await readFile(new URL(from, skeleton), 'utf8'), name), { flag: 'wx' })
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  return Object.values(files)
}

function filled(text: string, name: string): string {
  const words = name.split('-')
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
  const values: Record<string, string> = {
    name,
    title: [capital(words[0] ?? ''), ...words.slice(1)].join(' '),
    type: words.map(capital).join(''),
    version: packageJson.version,
    variable: name.toUpperCase().replaceAll('-', '_'),
  }
  return text.replace(/\{\{(\w+)\}\}/g, (_, key: string) => values[key] ?? '')
}
