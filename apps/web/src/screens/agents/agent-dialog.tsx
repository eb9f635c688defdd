import type { Actor, Capabilities } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../api/client.ts'
import { boardsQuery } from '../../api/queries.ts'
import { queryClient } from '../../api/query-client.ts'
import { agentsQuery } from '../../api/settings-queries.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Problem, useForm } from '../../ui/form/form.tsx'
import { Explained, tickClasses } from '../../ui/form/tick.tsx'
import { useEdits } from '../../ui/form/use-edits.ts'
import { useOvertaken } from '../../ui/form/use-overtaken.tsx'
import { AreaTexts } from '../../ui/text/area-texts.tsx'
import { PictureField } from '../settings/picture-field.tsx'

type Props = {
  /** null for a new agent. */
  agent: Actor | null
  onClose: () => void
  /** Called with the agent after the dialog has closed. */
  onMade?: (agent: Actor) => void
}

/** Creates an agent of mine and adds it to boards, or changes its name and capabilities. */
export function AgentDialog(props: Props) {
  return (
    <AreaTexts area="settings">
      <Titled {...props} />
    </AreaTexts>
  )
}

function Titled(props: Props) {
  const t = useTranslations('settings.agent')
  return (
    <Dialog onClose={props.onClose} title={props.agent ? t('edit', { name: props.agent.name }) : t('new')}>
      <AgentForm {...props} />
    </Dialog>
  )
}

function AgentForm({ agent, onClose, onMade }: Props) {
  const t = useTranslations('settings.agent')
  const [boards, setBoards] = useState<readonly string[]>([])
  // A board may refuse it: sending again must not create another agent.
  const [existing, setExisting] = useState(agent)
  const capabilities = useCapabilities(existing)
  const edits = useEdits({ name: existing?.name ?? '', handle: existing?.handle ?? '' })
  const guarded = useOvertaken(edits, async () => {
    await readAgents()
    setExisting((before) => queryClient.getQueryData(agentsQuery.queryKey)?.find(({ id }) => id === before?.id) ?? before)
  })
  const form = useForm(async () => {
    const { name, handle } = edits.changed
    let kept = existing
    const save = async () => {
      kept = existing
        ? await api.call('agent.update', {
            agentActorId: existing.id,
            ...capabilities.changed,
            ...(name !== undefined && { name, ifName: edits.began.name }),
            ...(handle !== undefined && { handle, ifHandle: edits.began.handle }),
          })
        : await api.call('agent.create', { name: edits.values.name, capabilities: capabilities.values, ...(handle && { handle }) })
      setExisting(kept)
      // If a board refuses it, further edits begin with what was saved.
      edits.forget()
    }
    if (!(await guarded.send(save)) || !kept) return
    for (const boardId of boards) {
      await api.call('member.add', { boardId, actorId: kept.id, role: 'member' })
      setBoards((left) => left.filter((one) => one !== boardId))
    }
    await readAgents()
    onClose()
    if (!agent) onMade?.(kept)
  })
  const keep = (kept: Actor) => {
    setExisting(kept)
    return readAgents()
  }
  return (
    <form className="grid gap-4 p-4" onSubmit={form.submit}>
      {existing && (
        <PictureField
          face={existing}
          onChoose={async (file) => keep(await api.call('agent.setAvatar', { agentActorId: existing.id, file }))}
          onRemove={async () => keep(await api.call('agent.update', { agentActorId: existing.id, avatarUrl: null }))}
        />
      )}
      <Field
        label={t('name')}
        name="name"
        required
        maxLength={200}
        autoComplete="off"
        value={edits.values.name}
        onChange={(event) => edits.set('name', event.target.value)}
        problem={form.problemOf('name')}
      />
      {guarded.notice('name')}
      <Field
        label={t('handle')}
        hint={agent ? t('handleHint') : t('handleFromName')}
        name="handle"
        required={agent !== null}
        maxLength={39}
        pattern="[a-z0-9][a-z0-9\-]*"
        autoComplete="off"
        autoCapitalize="none"
        value={edits.values.handle}
        onChange={(event) => edits.set('handle', event.target.value)}
        problem={form.problemOf('handle')}
      />
      {guarded.notice('handle')}
      <Capabilities {...capabilities} />
      {!agent && <Boards chosen={boards} onChange={setBoards} />}
      <Problem text={form.problem} />
      <Button type="submit" variant="primary" busy={form.busy} className="justify-self-end">
        {agent ? t('save') : t('create')}
      </Button>
    </form>
  )
}

const capabilityNames = ['delegatable', 'mentionable'] as const

/** The capabilities as they are ticked. Only changed ones are sent: the others may have been changed by someone else meanwhile. */
function useCapabilities(agent: Actor | null) {
  const [ticked, setTicked] = useState<Partial<Capabilities>>({})
  const kept = agent?.capabilities ?? { delegatable: true, mentionable: true }
  const changed = capabilityNames.filter((one) => ticked[one] !== undefined && ticked[one] !== kept[one])
  return {
    values: { ...kept, ...ticked },
    changed: changed.length > 0 && { capabilities: Object.fromEntries(changed.map((one) => [one, ticked[one]])) },
    tick: (one: keyof Capabilities, on: boolean) => setTicked((before) => ({ ...before, [one]: on })),
  }
}

function Capabilities({ values, tick }: Pick<ReturnType<typeof useCapabilities>, 'values' | 'tick'>) {
  const t = useTranslations('settings.agent')
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium text-ink-2 text-sm">{t('capabilities')}</legend>
      {capabilityNames.map((one) => (
        <label key={one} className="flex items-start gap-2">
          <input
            type="checkbox"
            name={one}
            checked={values[one]}
            onChange={(event) => tick(one, event.target.checked)}
            className={classes('mt-0.5', tickClasses)}
          />
          <Explained name={t(`${one}.name`)} about={t(`${one}.about`)} />
        </label>
      ))}
    </fieldset>
  )
}

const readAgents = () => queryClient.invalidateQueries({ queryKey: agentsQuery.queryKey })

/** Only an admin of a board may add to it. */
function Boards({ chosen, onChange }: { chosen: readonly string[]; onChange: (boards: readonly string[]) => void }) {
  const t = useTranslations('settings.agent')
  const boards = (useQuery(boardsQuery).data ?? []).filter((board) => board.role === 'admin')
  if (boards.length === 0) return null
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-ink-2 text-sm">{t('boards')}</legend>
      <ul className="max-h-40 overflow-y-auto rounded-md border border-line px-2 py-1">
        {boards.map(({ id, name }) => (
          <li key={id}>
            <label className="flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                onChange={(event) => onChange(event.target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
                className={tickClasses}
              />
              <span className="truncate">{name}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
