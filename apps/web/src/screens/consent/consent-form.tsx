import type { Scope } from '@tandem/contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFailureText } from '../../api/failure.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/form/form.tsx'
import { AuthPage } from '../auth/auth-page.tsx'
import { Choice, Group } from './choice.tsx'
import { ConsentBoards, mayChoose } from './consent-boards.tsx'
import { type ConsentRequest, decide } from './consent-query.ts'

/** The choice of an agent that is created for the client. */
const made = 'made'

/** The consent form: the client, the scopes, the agent and the boards. The person decides on each of them. */
export function ConsentForm({ request, consent }: { request: string; consent: ConsentRequest }) {
  const t = useTranslations('consent')
  const text = useFailureText()
  const { offer, scopes } = consent
  const [agent, setAgent] = useState(made)
  const [granted, setGranted] = useState<readonly Scope[]>(scopes)
  const [ticked, setTicked] = useState<readonly string[] | 'all'>([])
  const [sending, setSending] = useState<'allow' | 'deny' | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [location, setLocation] = useState<string | null>(null)
  const agentId = agent === made ? (offer.made?.id ?? null) : agent
  const within = offer.boards.filter((board) => mayChoose(board, agentId)).map((board) => board.id)
  const boardIds = ticked === 'all' ? ticked : ticked.filter((id) => within.includes(id))
  const complete = granted.length > 0 && boardIds.length > 0
  const send = async (decision: 'allow' | 'deny') => {
    setSending(decision)
    setFailure(null)
    try {
      const next = await decide(request, formOf({ csrf: consent.csrf, decision, agent, granted, boardIds }))
      setLocation(next)
      window.location.assign(next)
    } catch (caught) {
      setFailure(caught)
      setSending(null)
    }
  }
  if (location !== null) return <Leaving location={location} />
  return (
    <AuthPage title={t('title', { name: consent.clientName })} intro={t('intro', { name: offer.personName })}>
      <form
        className="grid gap-6"
        onSubmit={(event) => {
          event.preventDefault()
          void send('allow')
        }}
      >
        <WhoAsks consent={consent} />
        <Scopes offered={scopes} granted={granted} onChange={setGranted} />
        <Agents offer={offer} agent={agent} onChange={setAgent} />
        <ConsentBoards boards={offer.boards} agentId={agentId} chosen={boardIds} onChange={setTicked} />
        <Problem text={failure === null ? null : text(failure)} />
        {!complete && <p className="text-ink-3 text-sm">{t('needs')}</p>}
        <div className="flex gap-2">
          <Button
            type="submit"
            variant="primary"
            busy={sending === 'allow'}
            disabled={!complete || sending !== null}
            className="h-10 flex-1"
          >
            {t('allow')}
          </Button>
          <Button busy={sending === 'deny'} disabled={sending !== null} onClick={() => void send('deny')} className="h-10 flex-1">
            {t('deny')}
          </Button>
        </div>
        <p className="text-ink-3 text-sm">{t('end')}</p>
      </form>
    </AuthPage>
  )
}

type ScopesProps = { offered: readonly Scope[]; granted: readonly Scope[]; onChange: (granted: readonly Scope[]) => void }

function Scopes({ offered, granted, onChange }: ScopesProps) {
  const t = useTranslations('consent')
  return (
    <Group name={t('what')}>
      {offered.map((scope) => (
        <Choice
          key={scope}
          kind="checkbox"
          checked={granted.includes(scope)}
          onChange={(on) => onChange(offered.filter((one) => (one === scope ? on : granted.includes(one))))}
        >
          {t(`scopes.${scope}`)} <span className="w-full font-mono text-ink-3 text-xs">{scope}</span>
        </Choice>
      ))}
    </Group>
  )
}

type AgentsProps = { offer: ConsentRequest['offer']; agent: string; onChange: (agent: string) => void }

/** The agent as which the client acts: one that is made for it, or another one of the person. */
function Agents({ offer, agent, onChange }: AgentsProps) {
  const t = useTranslations('consent')
  return (
    <Group name={t('who')}>
      <Choice kind="radio" name="agent" checked={agent === made} onChange={() => onChange(made)}>
        {offer.made ? t('madeAgent', { name: offer.made.name }) : t('newAgent')}
      </Choice>
      {offer.agents.map((one) => (
        <Choice key={one.id} kind="radio" name="agent" checked={agent === one.id} onChange={() => onChange(one.id)}>
          <Avatar face={{ name: one.name, kind: 'agent' }} size="sm" /> {one.name} <span className="text-ink-3">@{one.handle}</span>
        </Choice>
      ))}
    </Group>
  )
}

type Chosen = {
  csrf: string
  decision: string
  agent: string
  granted: readonly string[]
  boardIds: readonly string[] | 'all'
}

/** The same fields as the form of the plain page. */
function formOf({ csrf, decision, agent, granted, boardIds }: Chosen): URLSearchParams {
  const form = new URLSearchParams({ csrf, decision, agent, leash: boardIds === 'all' ? 'all' : 'chosen' })
  for (const scope of granted) form.append('scopes', scope)
  if (boardIds !== 'all') for (const id of boardIds) form.append('boards', id)
  return form
}

function WhoAsks({ consent }: { consent: ConsentRequest }) {
  const t = useTranslations('consent')
  const facts = [
    [t('client'), consent.clientName],
    [t('known'), consent.describedBy ?? t('registered')],
    [t('place'), consent.place],
  ] as const
  return (
    <div className="grid gap-3">
      <dl className="grid gap-px overflow-hidden rounded-md border border-line bg-line">
        {facts.map(([name, value]) => (
          <div key={name} className="flex gap-3 bg-surface px-3 py-2">
            <dt className="w-32 shrink-0 text-ink-3">{name}</dt>
            <dd className="min-w-0 font-medium [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      {(consent.isLocal || consent.describedBy === null) && (
        <p className="rounded-md bg-awaiting-soft px-3 py-2 text-awaiting">{t(consent.isLocal ? 'local' : 'unchecked')}</p>
      )}
    </div>
  )
}

function Leaving({ location }: { location: string }) {
  const t = useTranslations('consent')
  return (
    <AuthPage title={t('leaving')} intro={t('leavingText')}>
      <a href={location} rel="noreferrer" className="text-accent underline underline-offset-2">
        {t('again')}
      </a>
    </AuthPage>
  )
}
