import { useInfiniteQuery } from '@tanstack/react-query'
import { UserSearch } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useTranslations } from 'use-intl'
import { peopleQuery } from '../../../api/settings-queries.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { inputClasses } from '../../../ui/form/field.tsx'
import { Popover } from '../../../ui/popover.tsx'

type Props = { label: string; onPick: (actor: { id: string; name: string }) => void }
const mostShown = 8

/** Finds an actor of the instance by name, handle or email. */
export function ActorPicker({ label, onPick }: Props) {
  const t = useTranslations('settings.people')
  const [typed, setTyped] = useState('')
  const found = useInfiniteQuery(peopleQuery(useDeferredValue(typed.trim()))).data?.pages[0] ?? []
  const trigger = (
    <Button size="sm">
      <UserSearch size={14} aria-hidden /> {label}
    </Button>
  )
  return (
    <Popover trigger={trigger} title={label}>
      <input
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className={`${inputClasses} mb-2 h-8 pointer-coarse:h-11`}
      />
      <ul>
        {found.slice(0, mostShown).map((actor) => (
          <li key={actor.id}>
            <button
              type="button"
              onClick={() => onPick(actor)}
              className="flex min-h-8 w-full items-center gap-2 rounded-sm px-1 text-left hover:bg-hover pointer-coarse:min-h-11"
            >
              <Avatar face={actor} size="sm" /> <span className="truncate">{actor.name}</span>
              <span className="min-w-0 truncate text-ink-3 text-sm">{actor.email ?? `@${actor.handle}`}</span>
            </button>
          </li>
        ))}
      </ul>
    </Popover>
  )
}
