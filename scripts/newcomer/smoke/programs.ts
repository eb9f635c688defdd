import assert from 'node:assert/strict'
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Instructions } from '../readme.ts'
import type { Check } from './visit.ts'

/** Commands in a second terminal while the service runs: other starts, most of which wait. */
export const starts = ({ help, start }: Instructions): readonly Check[] => [
  [
    'the settings are listed',
    async ({ run }) => {
      const { code, out, err } = await run(help)
      assert.deepEqual([code, err], [0, ''])
      assert.match(out, /DATABASE_URL +.*PostgreSQL/)
    },
  ],
  [
    'an option that is none is refused, and nothing is started',
    async ({ run }) => {
      const { code, err } = await run('npm start -- --fast')
      assert.notEqual(code, 0)
      assert.match(err, /unknown option --fast/)
    },
  ],
  [
    'a second start on the same folder is refused, with what to do',
    async ({ run }) => {
      const { code, err } = await run(/npm start$/.exec(start)?.[0] ?? 'npm start', { PORT: '0' })
      assert.notEqual(code, 0)
      assert.match(err, /Tandem could not start: .*(Stop|DATA_DIR)/)
    },
  ],
]

/** Commands in a third terminal. */
export const programs = ({ backup }: Instructions): readonly Check[] => [
  [
    'the command line has help',
    async ({ run }) => {
      const { code, out, err } = await run('npm exec tandem -- --help')
      assert.deepEqual([code, err], [0, ''])
      assert.match(out, /^Usage: tandem /)
    },
  ],
  [
    'the command line is of this release',
    async ({ run, place }) => {
      const { version }: { version: string } = JSON.parse(await readFile(join(place.checkout, 'package.json'), 'utf8'))
      const { code, out } = await run('npm exec tandem -- --version')
      assert.deepEqual([code, out.trim()], [0, version])
    },
  ],
  [
    'the command line shows the card with a token, and says how to sign in without one',
    async ({ run, url, token, card }) => {
      const shown = await run(`npm exec tandem -- card show ${card.key}`, { TANDEM_URL: url, TANDEM_TOKEN: token })
      assert.deepEqual([shown.code, shown.err], [0, ''])
      assert.match(shown.out, /Draw the cylinder/)
      const refused = await run(`npm exec tandem -- card show ${card.key}`, { TANDEM_URL: url })
      assert.notEqual(refused.code, 0)
      assert.match(refused.err, /tandem login/)
    },
  ],
  [
    'everything fits in a backup, made while the service runs',
    async ({ run, place }) => {
      // README writes it to the home folder, which this test must not fill.
      const archive = join(place.checkout, 'tandem.tar')
      const { code, err } = await run(backup.replace(/~\/\S+$/, `'${archive}'`))
      assert.equal(code, 0, err)
      assert.ok((await stat(archive)).size > 0)
      await rm(archive)
    },
  ],
]
