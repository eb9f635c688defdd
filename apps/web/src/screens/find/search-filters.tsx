import { useQuery } from '@tanstack/react-query'
import { ChevronDown, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { boardsQuery } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Menu, MenuToggle } from '../../ui/menu.tsx'
import { urgentFirst } from '../../ui/priority-mark.tsx'
import { sessionStates } from '../board/filter/filter.ts'
import { dues, isOneOf, type SearchParams, sorts } from './search-params.ts'

type Props = { params: SearchParams; search: (next: SearchParams) => void }

const pill =
  'field-sizing-content h-8 max-w-56 shrink-0 rounded-md border border-line-strong/60 bg-surface px-2 text-base text-ink-2 hover:bg-hover pointer-coarse:h-11 data-set:border-accent data-set:bg-accent-soft data-set:text-ink'

/** The filters of a search, with the values from the address. */
export function SearchFilters({ params, search }: Props) {
  const t = useTranslations('find.page')
  /** Without a value the condition is removed. */
  const set: Set = (name, value) => {
    const { [name]: _, ...others } = params
    search(value === undefined ? others : { ...others, [name]: value })
  }
  const { q, sort, ...narrowing } = params
  const conditions = useConditions(params, set)
  return (
    <div
      role="group"
      aria-label={t('filters')}
      className="max-md:-mx-3 mt-3 flex items-center gap-1.5 overflow-x-auto py-0.5 max-md:px-3 md:flex-wrap"
    >
      <Boards params={params} onChange={(board) => set('board', board.length === 0 ? undefined : board)} />
      {conditions.map((condition) => (
        <Pick key={condition.label} {...condition} />
      ))}
      {Object.keys(narrowing).length > 0 && (
        <Button variant="quiet" onClick={() => search({ ...(q !== undefined && { q }), ...(sort !== undefined && { sort }) })}>
          <X size={14} aria-hidden /> {t('clear')}
        </Button>
      )}
    </div>
  )
}

type Set = <N extends keyof SearchParams>(name: N, value: SearchParams[N]) => void

/** The conditions of which one value is chosen, in the order in which they are shown, and the sort at the end. */
function useConditions(params: SearchParams, set: Set): PickProps[] {
  const t = useTranslations('find.page')
  const p = useTranslations('priority')
  const { q, sort, assignee, done, due, priority, session, archived } = params
  const sortable = sorts.filter((each) => each !== 'relevance' || q !== undefined)
  return [
    {
      label: t('assignee'),
      value: assignee ?? 'any',
      isSet: assignee !== undefined,
      choices: (['any', 'me', 'none'] as const).map((one) => [one, t(`assignees.${one}`)]),
      onPick: (one) => set('assignee', one === 'me' || one === 'none' ? one : undefined),
    },
    {
      label: t('state'),
      value: done === undefined ? 'all' : done ? 'done' : 'open',
      isSet: done !== undefined,
      choices: (['all', 'open', 'done'] as const).map((one) => [one, t(`states.${one}`)]),
      onPick: (one) => set('done', one === 'all' ? undefined : one === 'done'),
    },
    {
      label: t('due'),
      value: due ?? 'any',
      isSet: due !== undefined,
      choices: (['any', ...dues] as const).map((one) => [one, t(`dues.${one}`)]),
      onPick: (one) => set('due', isOneOf(dues, one) ? one : undefined),
    },
    {
      label: t('priority'),
      value: priority ?? 'any',
      isSet: priority !== undefined,
      choices: [['any', t('anyPriority')], ...urgentFirst.map((one) => [one, p(one)] as const)],
      onPick: (one) => set('priority', isOneOf(urgentFirst, one) ? one : undefined),
    },
    {
      label: t('session'),
      value: session ?? 'any',
      isSet: session !== undefined,
      choices: (['any', ...sessionStates] as const).map((one) => [one, t(`sessions.${one}`)]),
      onPick: (one) => set('session', isOneOf(sessionStates, one) ? one : undefined),
    },
    {
      label: t('archived'),
      value: archived ? 'yes' : 'no',
      isSet: archived === true,
      choices: (['no', 'yes'] as const).map((one) => [one, t(`archives.${one}`)]),
      onPick: (one) => set('archived', one === 'yes' ? true : undefined),
    },
    {
      label: t('sort'),
      value: isOneOf(sortable, sort) ? sort : (sortable[0] ?? 'updated'),
      isSet: false,
      choices: sortable.map((one) => [one, t(`sorts.${one}`)]),
      onPick: (one) => set('sort', isOneOf(sorts, one) && one !== sortable[0] ? one : undefined),
    },
  ]
}

type PickProps = {
  label: string
  value: string
  isSet: boolean
  choices: readonly (readonly [string, string])[]
  onPick: (value: string) => void
}

function Pick({ label, value, isSet, choices, onPick }: PickProps) {
  return (
    // The arrow of other fields is another one than that of the menu beside it.
    <span className="relative shrink-0">
      <select
        aria-label={label}
        value={value}
        data-set={isSet || undefined}
        onChange={(event) => onPick(event.target.value)}
        className={classes(pill, 'truncate bg-none pr-7')}
      >
        {choices.map(([choice, name]) => (
          <option key={choice} value={choice}>
            {name}
          </option>
        ))}
      </select>
      <ChevronDown size={14} aria-hidden className="pointer-events-none absolute inset-y-0 right-2 my-auto text-ink-2" />
    </span>
  )
}

function Boards({ params, onChange }: { params: SearchParams; onChange: (boardIds: string[]) => void }) {
  const t = useTranslations('find.page')
  const boards = useQuery(boardsQuery).data ?? []
  const chosen = params.board ?? []
  const [only] = chosen
  const named = chosen.length === 1 ? boards.find((board) => board.id === only)?.name : undefined
  const text = chosen.length === 0 ? t('anyBoard') : (named ?? t('boardCount', { count: chosen.length }))
  const trigger = (
    <button
      type="button"
      aria-label={`${t('board')}: ${text}`}
      data-set={chosen.length > 0 || undefined}
      className={classes(pill, 'flex items-center gap-1 pointer-coarse:text-[1rem]')}
    >
      <span className="truncate">{text}</span> <ChevronDown size={14} aria-hidden />
    </button>
  )
  return (
    <Menu trigger={trigger} align="start">
      {boards.map((board) => (
        <MenuToggle
          key={board.id}
          checked={chosen.includes(board.id)}
          onChange={(checked) => onChange(checked ? [...chosen, board.id] : chosen.filter((id) => id !== board.id))}
        >
          <span className="truncate">{board.name}</span>
        </MenuToggle>
      ))}
    </Menu>
  )
}
