import { useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import type { CardModel } from '../../live/board-model.ts'
import { useEditCard } from '../../mutations/edit-card.ts'
import { type Send, saveLine } from '../../mutations/texts/save-text.ts'
import { useRewriting } from '../../mutations/texts/use-rewriting.ts'
import type { TypedMemory } from '../../mutations/texts/use-typed.ts'
import { inputClasses } from '../../ui/form/field.tsx'
import { Overtaken } from '../../ui/text/overtaken.tsx'
import { useBoardFrame } from './board-context.ts'

/** The tile whose title is being edited. A store outside React, like that of the selected cards. */
export type Renaming = {
  tileId: () => string | null
  /** The title so far: the tile is mounted again when another user moves the card to another list. */
  typed: TypedMemory
  set: (tileId: string | null) => void
  subscribe: (listener: () => void) => () => void
}

type Begun = ReturnType<TypedMemory['read']>

/** A title that was typed and not saved, such as without a network, outlives a reload. `account`: whose title it is. */
export function createRenaming(account: string): Renaming {
  const place = `tandem.renaming.${account}`
  let { tileId: now, begun } = keptAt(place)
  const listeners = new Set<() => void>()
  return {
    tileId: () => now,
    typed: {
      read: () => begun,
      write(next) {
        begun = next
        keepAt(place, now, begun)
      },
    },
    set(tileId) {
      now = tileId
      begun = null
      keepAt(place, now, begun)
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function keptAt(place: string): { tileId: string | null; begun: Begun } {
  try {
    const { tileId, text, base } = JSON.parse(sessionStorage.getItem(place) ?? '{}') as Record<string, unknown>
    if (typeof tileId === 'string' && typeof text === 'string' && typeof base === 'string') return { tileId, begun: { text, base } }
  } catch {
    // Not ours, or cut off: there is no title to go on with.
  }
  return { tileId: null, begun: null }
}

function keepAt(place: string, tileId: string | null, begun: Begun): void {
  try {
    if (tileId === null || begun === null) sessionStorage.removeItem(place)
    else sessionStorage.setItem(place, JSON.stringify({ tileId, ...begun }))
  } catch {
    // The storage is full or blocked: the title is lost with a reload only.
  }
}

export function useIsRenaming(tileId: string): boolean {
  const { renaming } = useBoardFrame()
  return useSyncExternalStore(renaming.subscribe, () => renaming.tileId() === tileId)
}

/** The title of a card, edited on its tile: Enter saves it, Escape leaves it as it was. */
export function TitleField({ card }: { card: CardModel }) {
  const t = useTranslations('card')
  const { board, renaming } = useBoardFrame()
  const edit = useEditCard({ id: card.id, boardId: board.id })
  const send: Send = (title, ifTitle, refused) =>
    edit('card.update', { input: { cardId: card.id, title, ifTitle }, shown: () => ({ title }), tile: { title }, refused })
  // Another title may be begun while this one is being saved.
  const [tileId] = useState(renaming.tileId)
  const isOwn = () => renaming.tileId() === tileId
  const { field, overtaken } = useRewriting({
    kept: card.title,
    save: (text, base) => saveLine(send, 'title', { text, base }),
    onDone: () => isOwn() && renaming.set(null),
    next: ['[data-card]', 'a'],
    memory: {
      read: () => (isOwn() ? renaming.typed.read() : null),
      write: (begun) => isOwn() && renaming.typed.write(begun),
    },
  })
  return (
    <div className="relative z-10 min-w-0 flex-1">
      <textarea
        {...field}
        aria-label={t('title')}
        rows={1}
        maxLength={500}
        autoFocus
        onFocus={({ target }) => {
          if (renaming.typed.read()) target.setSelectionRange(target.value.length, target.value.length)
          else target.select()
        }}
        className={`${inputClasses} field-sizing-content block resize-none px-1.5 py-0.5 text-base`}
      />
      {overtaken && <Overtaken {...overtaken} />}
    </div>
  )
}
