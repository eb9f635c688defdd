import type { OwnActor } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { Ellipsis, Mail, PowerOff, RotateCcw, ShieldMinus, ShieldPlus } from 'lucide-react'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import { meQuery } from '../../../api/queries.ts'
import { queryClient } from '../../../api/query-client.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { wholeDay } from '../../../ui/date-styles.ts'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { Row } from '../page.tsx'

type Act = 'makeAdmin' | 'dropAdmin' | 'deactivate' | 'reactivate' | 'letter'

const acts: Record<Act, (actor: OwnActor) => Promise<unknown>> = {
  makeAdmin: ({ id }) => api.call('admin.actors.update', { actorId: id, isInstanceAdmin: true }),
  dropAdmin: ({ id }) => api.call('admin.actors.update', { actorId: id, isInstanceAdmin: false }),
  deactivate: ({ id }) => api.call('admin.actors.update', { actorId: id, deactivated: true }),
  reactivate: ({ id }) => api.call('admin.actors.update', { actorId: id, deactivated: false }),
  letter: ({ email }) => api.call('auth.forgot', { email: email ?? '' }),
}
const icons = { makeAdmin: ShieldPlus, dropAdmin: ShieldMinus, deactivate: PowerOff, reactivate: RotateCcw, letter: Mail }

/** The acts that are possible on an account in its current state. */
function actsOn({ kind, handle, ownerActorId, isInstanceAdmin, deactivatedAt }: OwnActor): Act[] {
  // The account of the service itself, which sends reminders and runs rules.
  if (kind === 'agent' && ownerActorId === null && handle === 'tandem') return []
  if (deactivatedAt !== null) return ['reactivate']
  if (kind === 'agent') return ['deactivate']
  return [isInstanceAdmin ? 'dropAdmin' : 'makeAdmin', 'letter', 'deactivate']
}

export function PersonRow({ actor, owner }: { actor: OwnActor; owner: OwnActor | undefined }) {
  const t = useTranslations('settings.people')
  const format = useFormatter()
  const me = useQuery(meQuery).data
  const offered = actsOn(actor)
  const [confirming, setConfirming] = useState<Act | null>(null)
  return (
    <Row
      lead={<Avatar face={actor} size="lg" />}
      title={
        <>
          <span className="truncate">{actor.name}</span>
          {actor.id === me?.id && <Badge>{t('you')}</Badge>}
          {actor.isInstanceAdmin && <Badge tone="accent">{t('admin')}</Badge>}
          {actor.deactivatedAt !== null && <Badge>{t('deactivated')}</Badge>}
        </>
      }
      facts={
        <>
          <span className="min-w-0 truncate">{actor.email ?? `@${actor.handle}`}</span>
          {owner && <span>{t('agentOf', { name: owner.name })}</span>}
          <span>{t('since', { date: format.dateTime(new Date(actor.createdAt), wholeDay) })}</span>
        </>
      }
    >
      {offered.length > 0 && (
        <Menu trigger={<IconButton label={t('more', { name: actor.name })} icon={<Ellipsis size={16} aria-hidden />} />}>
          {offered.map((act) => {
            const Icon = icons[act]
            return (
              <MenuItem key={act} icon={<Icon size={16} aria-hidden />} danger={act === 'deactivate'} onClick={() => setConfirming(act)}>
                {t(`acts.${act}.name`)}
              </MenuItem>
            )
          })}
        </Menu>
      )}
      {confirming && <ActDialog actor={actor} act={confirming} onClose={() => setConfirming(null)} />}
    </Row>
  )
}

function ActDialog({ actor, act, onClose }: { actor: OwnActor; act: Act; onClose: () => void }) {
  const t = useTranslations('settings.people')
  const run = async () => {
    await acts[act](actor)
    await Promise.all([['people'], ['audit'], ['me']].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  }
  return (
    <ConfirmDialog
      title={`${t(`acts.${act}.name`)}: ${actor.name}`}
      action={t(`acts.${act}.name`)}
      variant={act === 'deactivate' || act === 'dropAdmin' ? 'danger' : 'primary'}
      onConfirm={run}
      onClose={onClose}
    >
      <p>{t(`acts.${act}.about`, { name: actor.name })}</p>
    </ConfirmDialog>
  )
}
