import { join, relative, resolve } from 'node:path'
import { checkout } from '../checkout.ts'
import { isInCheckout, refuseName, writeSkeleton } from '../plugin/write-skeleton.ts'
import { command, text } from '../spec.ts'

/** Writing plugins. */
export const plugin = [
  command({
    words: 'plugin new <name>',
    about: 'create a working plugin with its test, as a start for your own',
    detail:
      'It makes cards of signed messages. In a checkout of Tandem it goes to plugins/<name>, where it finds the kit that plugins are made with; elsewhere it is a project of its own.',
    options: {
      in: text('folder', 'the folder that it goes below; plugins of the checkout when absent, without one the folder you are in'),
    },
    examples: [
      ['tandem plugin new our-chat', 'writes plugins/our-chat; npm test -w plugins/our-chat then runs its test against a real service'],
    ],
    async run({ args, options }) {
      refuseName(args.name)
      const folder = resolve(options.in ?? (checkout === null ? '.' : join(checkout, 'plugins')), args.name)
      const files = await writeSkeleton(folder, args.name)
      const shown = relative(process.cwd(), folder)
      const where = shown.startsWith('..') ? folder : shown
      const test = isInCheckout(folder) ? ['npm install', `npm test -w plugins/${args.name}`] : [`cd ${where}`, 'npm install', 'npm test']
      const next = [...test, 'look at src/plugin.ts: it says what becomes of a message']
      return {
        value: { folder, files },
        text: [`Wrote ${where}: ${files.join(', ')}`, 'Next:', ...next.map((one) => `  ${one}`)].join('\n'),
      }
    },
  }),
]
