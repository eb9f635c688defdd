import type { Actor } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { agentsQuery } from '../../api/settings-queries.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Problem, useForm } from '../../ui/form/form.tsx'
import { Select } from '../../ui/form/select.tsx'
import { mintToken } from './mint-token.ts'
import { type Shared, Step } from './step.tsx'

const another = 'new'

/** Creates the agent with a token, or only waits for one that signs in in a browser: that one is created at consent. */
export function AgentStep({ isOpen, board, progress, go, onToken }: Shared & { isOpen: boolean; onToken: (token: string | null) => void }) {
  const t = useTranslations('start.agent')
  const agents = (useQuery(agentsQuery).data ?? []).filter((agent) => agent.deactivatedAt === null)
  const [chosen, setChosen] = useState(another)
  const done = progress.way === 'browser' || progress.tokenId !== undefined
  const form = useForm(async ({ name = '' }) => {
    if (!board) return
    const known = agents.find((agent) => agent.id === chosen)
    const agent = known ?? (await api.call('agent.create', { name }))
    // Created once: a second try continues with it.
    setChosen(agent.id)
    await queryClient.invalidateQueries({ queryKey: agentsQuery.queryKey })
    const { members } = await api.call('board.outline', { boardId: board.id })
    if (!members.some((member) => member.actorId === agent.id))
      await api.call('member.add', { boardId: board.id, actorId: agent.id, role: 'member' })
    const minted = await mintToken(agent, board.id)
    onToken(minted.token)
    go({ way: 'token', agentId: agent.id, agentName: agent.name, tokenId: minted.id })
  })
  const signIn = () => go({ way: 'browser', waitingSince: new Date().toISOString() })
  const again = () => {
    onToken(null)
    // Undefined values are removed from the stored progress.
    go({ way: undefined, agentId: undefined, agentName: undefined, tokenId: undefined, waitingSince: undefined, cardKey: undefined })
  }
  return (
    <Step number={2} title={t('title')} done={done} isOpen={isOpen}>
      {done ? (
        <p className="flex flex-wrap items-center gap-3">
          {progress.way === 'browser' ? t('byBrowser') : t('isMade', { name: progress.agentName ?? '', board: board?.name ?? '' })}
          <Button variant="quiet" size="sm" onClick={again}>
            {t('another')}
          </Button>
        </p>
      ) : (
        <AgentForm agents={agents} chosen={chosen} onChoose={setChosen} form={form} onBrowser={signIn} />
      )}
    </Step>
  )
}

type FormProps = {
  agents: readonly Actor[]
  /** The id of an agent, or `another`. */
  chosen: string
  onChoose: (chosen: string) => void
  form: ReturnType<typeof useForm>
  /** The agent signs in in a browser instead. */
  onBrowser: () => void
}

function AgentForm({ agents, chosen, onChoose, form, onBrowser }: FormProps) {
  const t = useTranslations('start.agent')
  return (
    <form className="grid max-w-md gap-3" onSubmit={form.submit}>
      <p className="text-ink-2">{t('intro')}</p>
      {agents.length > 0 && (
        <Select
          label={t('which')}
          value={chosen}
          onChange={onChoose}
          choices={[[another, t('new')], ...agents.map((agent) => [agent.id, agent.name] as const)]}
        />
      )}
      {chosen === another && (
        <Field
          label={t('name')}
          name="name"
          hint={t('nameHint')}
          required
          maxLength={100}
          autoComplete="off"
          problem={form.problemOf('name')}
        />
      )}
      <Problem text={form.problem} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={form.busy} className="h-9">
          {t('create')}
        </Button>
        <Button variant="quiet" onClick={onBrowser} className="h-9">
          {t('useBrowser')}
        </Button>
      </div>
    </form>
  )
}
