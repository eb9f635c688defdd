import { readFileSync } from 'node:fs'

/** Refuses dependencies under licences that we do not accept. The lock file has the licence that the publisher of each package declared. */
type Locked = { license?: string; dev?: boolean; devOptional?: boolean; link?: boolean }
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> }

const taken = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'PostgreSQL',
  // The font.
  'OFL-1.1',
])
/** Taken for these alone, each with its reason. */
const exceptions: readonly { name: RegExp; licence: string; because: string }[] = [
  {
    name: /^@img\/sharp-/,
    licence: 'LGPL-3.0-or-later',
    because: 'libvips is linked at run time and can be replaced; without it there are no previews',
  },
  { name: /^lightningcss/, licence: 'MPL-2.0', because: 'builds the styles; nothing of it is in what is built' },
  { name: /^@?axe-core/, licence: 'MPL-2.0', because: 'tests' },
]

function refusal(path: string, { license = 'none' }: Locked): string | null {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const excepted = exceptions.filter((one) => one.name.test(name)).map((one) => one.licence)
  const fits = (licence: string) => taken.has(licence) || excepted.includes(licence)
  // "A OR B" may be chosen from, of "A AND B" both hold.
  const choices = license.replaceAll(/[()]/g, '').split(' OR ')
  return choices.some((choice) => choice.split(' AND ').every(fits)) ? null : `${name}: ${license}`
}

const theirs = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)
const refusals = theirs.flatMap(([path, locked]) => refusal(path, locked) ?? [])
for (const line of refusals) process.stderr.write(`${line}\n`)
process.stdout.write(`${theirs.length} packages, ${refusals.length} under a licence that we do not take\n`)
process.exitCode = refusals.length > 0 || theirs.length === 0 ? 1 : 0
