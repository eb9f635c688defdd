import type { Actor } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { colleaguesQuery } from '../../../api/agent-queries.ts'
import { api } from '../../../api/client.ts'
import { agentQuery } from '../../../api/insight-queries.ts'
import { queryClient } from '../../../api/query-client.ts'
import { agentsQuery } from '../../../api/settings-queries.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Problem, useForm } from '../../../ui/form/form.tsx'
import { Explained, tickClasses } from '../../../ui/form/tick.tsx'
import { Loaded } from '../../settings/loaded.tsx'
import { Part } from '../part.tsx'
import { choices, type InvokableEdit, useInvokableEdit } from './use-invokable-edit.ts'

/** The setting for who may start the agent: its owner alone, all members of its boards, or chosen people. */
export function InvokablePart({ agent }: { agent: Actor }) {
  const t = useTranslations('agents.invokable')
  const edit = useInvokableEdit(agent.invokableBy)
  const { choice, people } = edit
  const failure = useTranslations('failure')
  const [outcome, setOutcome] = useState<'saved' | 'changedSince' | null>(null)
  const form = useForm(async () => {
    const isKept = !edit.isChanged || (await keep(agent.id, edit.applyTo))
    edit.finish()
    setOutcome(isKept ? 'saved' : 'changedSince')
  })
  const isEmpty = choice === 'people' && people.length === 0
  return (
    <Part title={t('title')}>
      <form className="grid gap-3" onSubmit={form.submit} onChange={() => setOutcome(null)}>
        <fieldset className="grid gap-2">
          <legend className="sr-only">{t('title')}</legend>
          {choices.map((one) => (
            <label key={one} className="flex items-start gap-2">
              <input
                type="radio"
                name="invokableBy"
                value={one}
                checked={one === choice}
                onChange={() => edit.choose(one)}
                className={classes('mt-0.5', tickClasses)}
              />
              <Explained name={t(`${one}.name`)} about={t(`${one}.about`)} />
            </label>
          ))}
        </fieldset>
        {choice === 'people' && <People chosen={people} onToggle={edit.toggle} />}
        <Problem text={form.problem ?? form.problemOf('invokableBy')} />
        <p className="flex items-center gap-3">
          <Button type="submit" busy={form.busy} disabled={isEmpty}>
            {t('save')}
          </Button>
          <span role="status" className="text-ink-2 text-sm">
            {isEmpty ? t('atLeastOne') : outcome === 'saved' ? !edit.isChanged && t('saved') : outcome && failure(outcome)}
          </span>
        </p>
      </form>
    </Part>
  )
}

/** People who no longer share a board with the owner stay chosen until the owner saves another choice. */
function People({ chosen, onToggle }: { chosen: readonly string[]; onToggle: InvokableEdit['toggle'] }) {
  const t = useTranslations('agents.invokable')
  const colleagues = useQuery(colleaguesQuery)
  return (
    <Loaded of={colleagues}>
      {(all) => {
        const others = chosen.filter((id) => all.every(({ actorId }) => actorId !== id)).length
        return (
          <fieldset>
            <legend className="mb-1 font-medium text-ink-2 text-sm">{t('choose')}</legend>
            {all.length === 0 ? (
              <p className="text-ink-3">{t('noPeople')}</p>
            ) : (
              <ul className="max-h-60 max-w-md overflow-y-auto rounded-md border border-line bg-surface px-2 py-1">
                {all.map((person) => (
                  <li key={person.actorId}>
                    <label className="flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
                      <input
                        type="checkbox"
                        checked={chosen.includes(person.actorId)}
                        onChange={(event) => onToggle(person.actorId, event.target.checked)}
                        className={tickClasses}
                      />
                      <Avatar face={person} size="sm" /> <span className="truncate">{person.name}</span>
                      <span className="min-w-0 truncate text-ink-3 text-sm">@{person.handle}</span>
                    </label>
                  </li>
                ))}
              </ul>
            )}
            {others > 0 && <p className="mt-1 text-ink-3 text-sm">{t('others', { count: others })}</p>}
          </fieldset>
        )
      }}
    </Loaded>
  )
}

/** Resolves to false if nothing is left to change; the form then shows what someone else has chosen, and says so. */
async function keep(agentActorId: string, applyTo: InvokableEdit['applyTo']): Promise<boolean> {
  const current = (await api.call('agent.list')).find(({ id }) => id === agentActorId)
  const invokableBy = applyTo(current?.invokableBy)
  const agent = invokableBy === undefined ? current : await api.call('agent.update', { agentActorId, invokableBy })
  queryClient.setQueryData(agentQuery(agentActorId).queryKey, (now) => (now && agent ? { ...now, agent } : now))
  await queryClient.invalidateQueries({ queryKey: agentsQuery.queryKey })
  return invokableBy !== undefined
}
