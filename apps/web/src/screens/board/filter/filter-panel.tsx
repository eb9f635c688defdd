import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { meQuery } from '../../../api/queries.ts'
import type { BoardModel } from '../../../live/board-model.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { inputClasses } from '../../../ui/form/field.tsx'
import { LabelDot } from '../../../ui/label-color.tsx'
import { PriorityMark, priorities } from '../../../ui/priority-mark.tsx'
import { Facet, type Option, OptionList } from './facet.tsx'
import { FieldFacets } from './field-facets.tsx'
import { asksNothing, type Filter, meant, sessionStates } from './filter.ts'
import type { BoardDisplay } from './use-board-display.ts'

type Props = { board: BoardModel; display: BoardDisplay }
type PartProps = { board: BoardModel; filter: Filter; set: (change: Filter) => void }

/** Every condition at one sight: a click sets it, another takes it away, and the board behind follows at once. */
export function FilterPanel({ board, display }: Props) {
  const t = useTranslations('views.filter')
  const { filter } = display
  const set = (change: Filter) => display.change({ filter: meant({ ...filter, ...change }) })
  const part = { board, filter, set }
  return (
    <div className="grid gap-3">
      <Words filter={filter} onChange={(q) => display.change({ filter: meant({ ...filter, q }) }, { replace: true })} />
      <People {...part} />
      <Agents {...part} />
      <Labels {...part} />
      <Dates {...part} />
      <Priorities {...part} />
      <States {...part} />
      <Lists {...part} />
      <FieldFacets {...part} />
      <Button
        variant="quiet"
        size="sm"
        className="justify-self-start"
        disabled={asksNothing(filter)}
        onClick={() => display.change({ filter: {} })}
      >
        {t('clear')}
      </Button>
    </div>
  )
}

const pauseMs = 150

/** The board follows once somebody stops typing for a moment. */
function Words({ filter, onChange }: { filter: Filter; onChange: (q: string) => void }) {
  const t = useTranslations('views.filter')
  const [text, setText] = useState(filter.q ?? '')
  const change = useRef(onChange)
  useEffect(() => {
    change.current = onChange
  })
  const q = text.trim()
  const isSaid = q === (filter.q ?? '')
  useEffect(() => {
    if (isSaid) return undefined
    const timer = setTimeout(() => change.current(q), pauseMs)
    return () => clearTimeout(timer)
  }, [q, isSaid])
  return (
    <input
      type="search"
      aria-label={t('words')}
      placeholder={t('words')}
      value={text}
      maxLength={500}
      // Its words come late, when the popover has looked for its first field already. A finger would open the keyboard of the screen.
      autoFocus={!matchMedia('(pointer: coarse)').matches}
      onChange={(event) => setText(event.target.value)}
      className={`${inputClasses} h-8 pointer-coarse:h-11`}
    />
  )
}

function People({ board, filter, set }: PartProps) {
  const t = useTranslations('views.filter')
  const me = useQuery(meQuery).data
  const people = board.members.filter((member) => member.kind === 'human' && member.actorId !== me?.id)
  const options: Option[] = [
    { value: 'me', name: t('me'), mark: me && <Avatar face={me} size="xs" /> },
    { value: 'none', name: t('unassigned') },
    ...people.map((face) => ({ value: face.actorId, name: face.name, mark: <Avatar face={face} size="xs" /> })),
  ]
  return (
    <Facet name={t('assignee')}>
      <OptionList options={options} chosen={filter.assignee} onChange={(assignee) => set({ assignee })} />
    </Facet>
  )
}

function Agents({ board, filter, set }: PartProps) {
  const t = useTranslations('views.filter')
  const stateText = useTranslations('session.states')
  const agents = board.members.filter((member) => member.kind === 'agent')
  const options: Option[] = [
    { value: 'none', name: t('notDelegated') },
    ...agents.map((face) => ({ value: face.actorId, name: face.name, mark: <Avatar face={face} size="xs" /> })),
  ]
  const states = sessionStates.map((state) => ({ value: state, name: stateText(state) }))
  return (
    <>
      <Facet name={t('agent')}>
        <OptionList options={options} chosen={filter.delegatedTo} onChange={(delegatedTo) => set({ delegatedTo })} />
      </Facet>
      <Facet name={t('session')}>
        <OptionList
          options={states}
          chosen={filter.sessionState}
          onChange={(chosen) => set({ sessionState: sessionStates.filter((state) => chosen.includes(state)) })}
        />
      </Facet>
    </>
  )
}

function Labels({ board, filter, set }: PartProps) {
  const t = useTranslations('views.filter')
  const labelOf = (named: string) =>
    board.labels.find((label) => label.id === named || label.name.toLowerCase() === named.toLowerCase())?.id
  // A view that was saved elsewhere may name a label; here it is the label itself.
  const chosen = filter.label?.map((named) => labelOf(named) ?? named)
  if (board.labels.length === 0) return null
  const options = board.labels.map(({ id, name, color }) => ({
    value: id,
    name,
    mark: <LabelDot color={color} size="xs" />,
  }))
  const several = (chosen?.length ?? 0) > 1
  return (
    <Facet
      name={t('label')}
      aside={
        several && (
          <OptionList
            options={[
              { value: 'any', name: t('anyLabel') },
              { value: 'all', name: t('allLabels') },
            ]}
            chosen={[filter.everyLabel ? 'all' : 'any']}
            onChange={() => set({ everyLabel: !filter.everyLabel })}
          />
        )
      }
    >
      <OptionList options={options} chosen={chosen} onChange={(label) => set({ label })} />
    </Facet>
  )
}

function Dates({ filter, set }: PartProps) {
  const t = useTranslations('views.filter')
  const options = (['overdue', 'today', 'week', 'none'] as const).map((value) => ({ value, name: t(`dues.${value}`) }))
  return (
    <Facet name={t('due')}>
      <OptionList options={options} chosen={one(filter.due)} onChange={(chosen) => set({ due: chosen.at(-1) })} />
    </Facet>
  )
}

function Priorities({ filter, set }: PartProps) {
  const t = useTranslations('views.filter')
  const priorityText = useTranslations('priority')
  const options = priorities.map((priority) => ({
    value: priority,
    name: priorityText(priority),
    mark: <span aria-hidden>{<PriorityMark priority={priority} />}</span>,
  }))
  return (
    <Facet name={t('priority')}>
      <OptionList
        options={options}
        chosen={filter.priority}
        onChange={(chosen) => set({ priority: priorities.filter((priority) => chosen.includes(priority)) })}
      />
    </Facet>
  )
}

/** Of each pair one at most. */
function States({ filter, set }: PartProps) {
  const t = useTranslations('views.filter')
  const pair = (on: string, off: string, value: boolean | undefined, change: (value: boolean | undefined) => void) => (
    <OptionList
      options={[
        { value: 'on', name: on },
        { value: 'off', name: off },
      ]}
      chosen={value === undefined ? [] : [value ? 'on' : 'off']}
      onChange={(chosen) => change(chosen.length === 0 ? undefined : chosen.at(-1) === 'on')}
    />
  )
  return (
    <Facet name={t('state')}>
      <div className="flex flex-wrap gap-1">
        {pair(t('completed'), t('open'), filter.completed, (completed) => set({ completed }))}
        {pair(t('blocked'), t('notBlocked'), filter.blocked, (blocked) => set({ blocked }))}
      </div>
    </Facet>
  )
}

function Lists({ board, filter, set }: PartProps) {
  const t = useTranslations('views.filter')
  const options = board.lists.map((list) => ({ value: list.id, name: list.name }))
  if (options.length < 2) return null
  return (
    <Facet name={t('list')}>
      <OptionList options={options} chosen={filter.listId} onChange={(listId) => set({ listId })} />
    </Facet>
  )
}

const one = (value: string | undefined): string[] => (value === undefined ? [] : [value])
