import type { Actor, Member } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import { queryClient } from '../../../api/query-client.ts'
import { agentsQuery } from '../../../api/settings-queries.ts'
import { useWrite } from '../../../mutations/use-write.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Problem, useForm } from '../../../ui/form/form.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { useBoardSettings } from '../board-context.ts'
import { SecretOnce } from '../secret-once.tsx'
import { type Role, roles, useRoleNames } from './roles.ts'

const refresh = (boardId: string) =>
  Promise.all(
    [
      ['members', boardId],
      ['invitations', boardId],
      ['member-requests', boardId],
      ['outline', boardId],
    ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  )

/** Adds a member: by email, by the handle of an existing account, or one of the admin's own agents. */
export function AddMemberDialog({ members, onClose }: { members: readonly Member[]; onClose: () => void }) {
  const t = useTranslations('settings.addMember')
  const [invited, setInvited] = useState<{ email: string; link: string } | null>(null)
  const [requested, setRequested] = useState<RequestedAgent | null>(null)
  if (requested) return <Requested requested={requested} onClose={onClose} />
  if (invited)
    return (
      <Dialog onClose={onClose} title={t('invitedTitle')}>
        <div className="grid gap-4 p-4">
          <SecretOnce label={t('link')} text={invited.link}>
            {t('invited', { email: invited.email })}
          </SecretOnce>
        </div>
      </Dialog>
    )
  return (
    <Dialog onClose={onClose} title={t('title')}>
      <AddForm members={members} onInvited={setInvited} onRequested={setRequested} onAdded={onClose} />
      <MyAgents members={members} />
    </Dialog>
  )
}

type RequestedAgent = { name: string; owner: string | null }

/** An agent of another owner joins once that owner accepts: that it is not among the members yet is no failure. */
function Requested({ requested: { name, owner }, onClose }: { requested: RequestedAgent; onClose: () => void }) {
  const t = useTranslations('settings.addMember')
  return (
    <Dialog onClose={onClose} title={t('askedTitle')}>
      <div className="grid gap-4 p-4">
        <p className="text-md">{owner === null ? t('askedOwner', { name }) : t('asked', { name, owner })}</p>
        <Button variant="primary" onClick={onClose} className="justify-self-end">
          {t('close')}
        </Button>
      </div>
    </Dialog>
  )
}

type AddProps = {
  members: readonly Member[]
  onInvited: (invited: { email: string; link: string }) => void
  onRequested: (requested: RequestedAgent) => void
  onAdded: () => void
}

function AddForm({ members, onInvited, onRequested, onAdded }: AddProps) {
  const t = useTranslations('settings.addMember')
  const roleName = useRoleNames()
  const { board } = useBoardSettings()
  const [role, setRole] = useState<Role>('member')
  const form = useForm(async ({ who = '' }) => {
    const found = await whoIs(who.trim())
    const added = await api.call('member.add', { boardId: board.id, role, ...('email' in found ? found : { actorId: found.id }) })
    await refresh(board.id)
    if (added.status === 'requested' && 'id' in found)
      onRequested({ name: found.name, owner: members.find(({ actorId }) => actorId === found.ownerActorId)?.name ?? null })
    else if (added.status === 'invited' && added.inviteUrl !== null) onInvited({ email: added.email, link: added.inviteUrl })
    else onAdded()
  })
  return (
    <form className="grid gap-4 p-4" onSubmit={form.submit}>
      <Field
        label={t('who')}
        hint={t('whoHint')}
        name="who"
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        problem={form.problemOf('email') ?? form.problemOf('actorId')}
      />
      <div className="grid gap-1">
        <Select
          label={t('role')}
          value={role}
          onChange={(chosen) => setRole(roles.find((one) => one === chosen) ?? 'member')}
          choices={roles.map((one) => [one, roleName(one)])}
        />
        <p className="text-ink-3 text-sm">{t(`roleAbout.${role}`)}</p>
      </div>
      <Problem text={form.problem ?? form.problemOf('handle')} />
      <Button type="submit" variant="primary" busy={form.busy} className="justify-self-end">
        {t('add')}
      </Button>
    </form>
  )
}

/** An email address has a name before its @; a handle has at most the @ itself. */
async function whoIs(typed: string): Promise<{ email: string } | Actor> {
  if (typed.indexOf('@') > 0) return { email: typed }
  return api.call('actor.find', { handle: typed.replace(/^@/, '').toLowerCase() })
}

function MyAgents({ members }: { members: readonly Member[] }) {
  const t = useTranslations('settings.addMember')
  const { board } = useBoardSettings()
  const write = useWrite()
  const agents = useQuery(agentsQuery).data ?? []
  const absent = agents.filter((agent) => agent.deactivatedAt === null && members.every((member) => member.actorId !== agent.id))
  if (absent.length === 0) return null
  const add = async (agent: Actor) => {
    await write('member.add', { boardId: board.id, actorId: agent.id, role: 'member' }, { failed: 'edit' })
    await refresh(board.id)
  }
  return (
    <section aria-label={t('agents')} className="border-line border-t p-4">
      <h3 className="mb-2 font-medium text-ink-2 text-sm">{t('agents')}</h3>
      <ul className="grid max-h-60 gap-1 overflow-y-auto">
        {absent.map((agent) => (
          <li key={agent.id} className="flex items-center gap-2">
            <Avatar face={agent} /> <span className="min-w-0 flex-1 truncate">{agent.name}</span>
            <Button size="sm" onClick={() => void add(agent)} aria-label={t('addAgent', { name: agent.name })}>
              {t('add')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
