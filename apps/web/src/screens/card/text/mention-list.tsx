import { useTranslations } from 'use-intl'
import { Avatar } from '../../../ui/avatar.tsx'
import { classes } from '../../../ui/classes.ts'
import type { Mentionable } from './mentions.ts'

type Props = { id: string; choices: readonly Mentionable[]; chosen: Mentionable; place: Place; onChoose: (member: Mentionable) => void }

export const optionId = (id: string, { actorId }: Mentionable): string => `${id}-${actorId}`

const widthPx = 256

/** Who may be meant, beside the line that is being written. The keyboard stays in the text. */
export function MentionList({ id, choices, chosen, place, onChoose }: Props) {
  const t = useTranslations('details.text')
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t('mentionable')}
      style={{ left: `clamp(0px, ${place.left}px, calc(100% - ${widthPx}px))`, top: place.top, bottom: place.bottom, width: widthPx }}
      className="absolute z-20 max-h-64 max-w-full overflow-y-auto rounded-md border border-line bg-overlay p-1 shadow-floating"
    >
      {choices.map((one) => (
        <div
          key={one.actorId}
          id={optionId(id, one)}
          role="option"
          tabIndex={-1}
          aria-selected={one === chosen}
          // The text keeps the focus.
          onMouseDown={(event) => {
            event.preventDefault()
            onChoose(one)
          }}
          className={classes(
            'flex min-h-8 select-none items-center gap-2 rounded-sm px-2 pointer-coarse:min-h-11',
            one === chosen && 'bg-hover',
          )}
        >
          <Avatar face={one} size="sm" />
          <span className="min-w-0 truncate">{one.name}</span>
          <span className="ml-auto shrink-0 text-ink-3 text-sm">@{one.handle}</span>
        </div>
      ))}
    </div>
  )
}

const copied = ['font', 'letterSpacing', 'lineHeight', 'padding', 'borderWidth', 'textTransform', 'tabSize'] as const

/** Where a list stands beside a character of a text: below its line, or above it where there is no room. */
export type Place = { left: number; top?: number; bottom?: number }

const gapPx = 4
const mostHighPx = 256

/** Where a character of a text field stands, from the field's own corners: a hidden copy of the text up to it is measured. */
export function caretPlace(field: HTMLTextAreaElement, at: number): Place {
  const style = getComputedStyle(field)
  const copy = document.createElement('div')
  for (const name of copied) copy.style[name] = style[name]
  Object.assign(copy.style, { position: 'fixed', visibility: 'hidden', whiteSpace: 'pre-wrap', overflowWrap: 'break-word' })
  copy.style.boxSizing = 'border-box'
  copy.style.width = `${field.offsetWidth}px`
  copy.textContent = field.value.slice(0, at)
  const mark = document.createElement('span')
  mark.textContent = '@'
  copy.append(mark)
  document.body.append(copy)
  const { offsetLeft, offsetTop, offsetHeight } = mark
  copy.remove()
  const top = offsetTop - field.scrollTop
  const below = top + offsetHeight + gapPx
  const isRoom = field.getBoundingClientRect().top + below + mostHighPx < window.innerHeight
  return { left: offsetLeft, ...(isRoom ? { top: below } : { bottom: field.offsetHeight - top + gapPx }) }
}
