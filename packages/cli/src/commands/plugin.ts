import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { refuseName, writeSkeleton } from '../plugin/write-skeleton.ts'
import { command, text } from '../spec.ts'

const checkout = fileURLToPath(new URL('../../../../', import.meta.url))

/** Plugins of one's own. */
export const plugin = [
  command({
    words: 'plugin new <name>',
    about: 'write a plugin that works, with its test, to begin your own with',
    detail:
      'It makes cards of signed messages. It goes to plugins/<name> of the checkout, where it finds the kit that plugins are made with.',
    options: { in: text('folder', 'the folder that it goes below; plugins of the checkout when absent') },
    examples: [
      ['tandem plugin new our-chat', 'writes plugins/our-chat; npm test -w plugins/our-chat then runs its test against a real service'],
    ],
    async run({ args, options }) {
      refuseName(args.name)
      const folder = resolve(options.in ?? join(checkout, 'plugins'), args.name)
      const files = await writeSkeleton(folder, args.name)
      const shown = relative(process.cwd(), folder)
      const next = [`npm install`, `npm test -w plugins/${args.name}`, `look at src/plugin.ts: it says what becomes of a message`]
      const where = shown.startsWith('..') ? folder : shown
      return {
        value: { folder, files },
        text: [`Wrote ${where}: ${files.join(', ')}`, 'Next:', ...next.map((one) => `  ${one}`)].join('\n'),
      }
    },
  }),
]
