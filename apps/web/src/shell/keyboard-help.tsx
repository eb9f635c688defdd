import { useTranslations } from 'use-intl'
import { Dialog } from '../ui/dialog.tsx'
import { Kbd } from '../ui/kbd.tsx'

const keys = [
  ['help', ['?']],
  ['palette', [/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl', 'K']],
  ['search', ['/']],
  ['boards', ['G', 'B']],
  ['myWork', ['G', 'M']],
  ['inbox', ['G', 'I']],
  ['agents', ['G', 'A']],
  ['newCard', ['N']],
  ['filter', ['F']],
  ['walk', ['↑', '↓', '←', '→']],
  ['open', ['Enter']],
  ['carry', ['Space']],
  ['moveTo', ['M']],
  ['select', ['X']],
  ['selectList', ['⇧', 'X']],
  ['archive', ['E']],
  ['undo', ['Z']],
  ['close', ['Esc']],
] as const

/** Every key there is. */
export function KeyboardHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('keys')
  return (
    <Dialog open={open} onClose={onClose} title={t('title')}>
      <dl className="grid gap-2 p-4">
        {keys.map(([name, pressed]) => (
          <div key={name} className="flex items-center justify-between gap-4">
            <dt className="text-ink-2">{t(name)}</dt>
            <dd className="flex gap-1">
              {pressed.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
