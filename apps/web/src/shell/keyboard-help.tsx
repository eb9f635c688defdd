import { useTranslations } from 'use-intl'
import type { en } from '../i18n/keys/en.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { AreaTexts } from '../ui/text/area-texts.tsx'
import type { KeyName } from './keys.ts'

type Group = keyof (typeof en)['groups']
/** Those that are bound by name, and those that belong to what they are pressed on. */
type Listed = KeyName | keyof (typeof en)['names']

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)
const mod = isApple ? '⌘' : 'Ctrl'

const shown: Record<Listed, readonly [Group, ...keys: string[]]> = {
  help: ['anywhere', '?'],
  palette: ['anywhere', mod, 'K'],
  search: ['anywhere', '/'],
  boards: ['anywhere', 'G', 'B'],
  myWork: ['anywhere', 'G', 'M'],
  inbox: ['anywhere', 'G', 'I'],
  agents: ['anywhere', 'G', 'A'],
  close: ['anywhere', 'Esc'],
  walk: ['board', '↑', '↓', '←', '→'],
  open: ['board', 'Enter'],
  carry: ['board', 'Space'],
  newCard: ['board', 'N'],
  filter: ['board', 'F'],
  moveTo: ['board', 'M'],
  select: ['board', 'X'],
  selectList: ['board', '⇧', 'X'],
  archive: ['board', 'E'],
  undo: ['board', 'Z'],
  copyKey: ['card', 'C'],
  watch: ['card', 'W'],
  nextCard: ['card', 'J'],
  previousCard: ['card', 'K'],
  carryItem: ['card', isApple ? '⌥' : 'Alt', '↑', '↓'],
  send: ['card', mod, 'Enter'],
  next: ['lists', 'J'],
  previous: ['lists', 'K'],
  read: ['lists', 'E'],
}
const listed = Object.keys(shown) as Listed[]
const groups: readonly Group[] = ['anywhere', 'board', 'card', 'lists']

/** Every key there is. */
export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  return (
    <AreaTexts area="keys" fallback={null}>
      <Help onClose={onClose} />
    </AreaTexts>
  )
}

function Help({ onClose }: { onClose: () => void }) {
  const t = useTranslations('keys')
  return (
    <Dialog onClose={onClose} title={t('title')} size="wide">
      <div className="gap-10 p-4 md:columns-2 md:p-6">
        {groups.map((group) => (
          <section key={group} aria-label={t(`groups.${group}`)} className="mb-5 break-inside-avoid">
            <h3 className="mb-1 font-medium text-ink-3 text-sm">{t(`groups.${group}`)}</h3>
            <dl>
              {listed
                .filter((name) => shown[name][0] === group)
                .map((name) => (
                  <KeyRow key={name} name={name} />
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

function KeyRow({ name }: { name: Listed }) {
  const t = useTranslations('keys')
  const [, ...pressed] = shown[name]
  return (
    <div className="flex min-h-7 items-center justify-between gap-4 border-line not-last:border-b">
      <dt className="text-ink-2">{t(`names.${name}`)}</dt>
      <dd className="flex gap-1">
        {pressed.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </dd>
    </div>
  )
}
