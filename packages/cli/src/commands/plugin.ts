import { join, relative, resolve } from 'node:path'
import { checkout } from '../checkout.ts'
import { isInCheckout, refuseName, writeSkeleton } from '../plugin/write-skeleton.ts'
import { command, text } from '../spec.ts'

/** Writing plugins. */
export const plugin = [
  command({
    words: 'plugin new <name>',
    about: 'create a working plugin with a test, as a starting point',
    detail:
      'It creates cards from signed messages. In a checkout of Tandem it is created in plugins/<name> and uses the plugin kit there; elsewhere it is a project of its own.',
    options: {
      in: text('folder', 'the parent folder; default: plugins of the checkout, or the current folder outside a checkout'),
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
      const next = [...test, 'edit src/plugin.ts: it turns messages into cards']
      return {
        value: { folder, files },
        text: [`Wrote ${where}: ${files.join(', ')}`, 'Next:', ...next.map((one) => `  ${one}`)].join('\n'),
      }
    },
  }),
]
