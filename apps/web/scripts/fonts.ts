import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rangesIn, rangeWithout } from './unicode-range.ts'

/**
 * Writes `src/fonts` from the font package: `pip install fonttools brotli`, `node apps/web/scripts/fonts.ts`, `npm run format`. The files are
 * committed, because a build is part of the first start and has neither Python nor the time. The package stays a dependency, so that the
 * bill of materials names it.
 *
 * Less is in the files than in those of the package: the weights 400 to 700 instead of 100 to 900, and the features of OpenType that the
 * styles use. Latin is two files. English needs the first alone; where a letter such as ü comes from the second, it is not kerned with its
 * neighbours.
 */

/** What English texts of the app are written with, and the ñ of "Español" in the menu of languages. */
const english = 'U+0-7F,U+A0,U+B7,U+D7,U+F1,U+2013-2014,U+2018-2019,U+201C-201D,U+2026'
const features = 'calt,ccmp,locl,tnum,kern,mark,mkmk'
/** The copyright, the names and version of the font, and its licence. */
const names = '0,1,2,3,4,5,6,13,14'
const weights = '400:700'

const into = fileURLToPath(new URL('../src/fonts', import.meta.url))
const from = dirname(createRequire(import.meta.url).resolve('@fontsource-variable/inter/package.json'))
const { version } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) as { version: string }
const ranges = rangesIn(readFileSync(join(from, 'wght.css'), 'utf8'))

const faces = [...ranges].flatMap(([script, range]) =>
  script === 'latin'
    ? [face('latin-more', rangeWithout(range, english), script), face('latin', english, script)]
    : [face(script, range, script)],
)
const note = `/* Made of @fontsource-variable/inter ${version} by apps/web/scripts/fonts.ts. Copyright The Inter Project Authors, SIL Open Font License 1.1: see LICENSE. */`
writeFileSync(join(into, 'inter.css'), `${[note, ...faces].join('\n\n')}\n`)
copyFileSync(join(from, 'LICENSE'), join(into, 'LICENSE'))

function face(name: string, range: string, script: string): string {
  const scratch = mkdtempSync(join(tmpdir(), 'tandem-font-'))
  const [source, lighter] = [join(from, 'files', `inter-${script}-wght-normal.woff2`), join(scratch, 'lighter.ttf')]
  python('fontTools.varLib.instancer', source, `wght=${weights}`, '-o', lighter, '--quiet')
  python(
    'fontTools.subset',
    lighter,
    `--unicodes=${range}`,
    `--layout-features=${features}`,
    `--name-IDs=${names}`,
    '--flavor=woff2',
    `--output-file=${join(into, `inter-${name}.woff2`)}`,
  )
  rmSync(scratch, { recursive: true })
  return [
    '@font-face {',
    '  font-family: "Inter Variable";',
    '  font-style: normal;',
    '  font-display: swap;',
    `  font-weight: ${weights.replace(':', ' ')};`,
    `  src: url(./inter-${name}.woff2) format("woff2-variations");`,
    `  unicode-range: ${range};`,
    '}',
  ].join('\n')
}

function python(module: string, ...args: string[]): void {
  execFileSync('python3', ['-m', module, ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
}
