import { useTranslations } from 'use-intl'
import type { BoardModel } from '../../live/board-model.ts'
import { usePresence } from '../../live/use-live.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { classes } from '../../ui/classes.ts'
import { useBoardFrame } from './board-context.ts'

const mostFaces = 5
const mostInLittleRoom = 2

/** People and agents who view this board now, the signed-in user last. A narrow header does not show that user: the board name needs the room. */
export function Present({ board }: { board: BoardModel }) {
  const t = useTranslations('board')
  const { meId } = useBoardFrame()
  const here = new Set(usePresence(board.id).map((present) => present.actorId))
  const faces = board.members
    .filter((member) => here.has(member.actorId))
    .sort((one, other) => Number(one.actorId === meId) - Number(other.actorId === meId) || one.name.localeCompare(other.name))
  const rest = faces.slice(mostFaces)
  const restInLittleRoom = faces.filter(({ actorId }) => actorId !== meId).length - mostInLittleRoom
  return (
    <ul aria-label={t('present')} className="flex shrink-0 gap-1.5">
      {faces.slice(0, mostFaces).map((face, at) => (
        <li key={face.actorId} className={classes((at >= mostInLittleRoom || face.actorId === meId) && '@max-[54rem]:hidden')}>
          <span
            data-tip={t('isHere', { name: face.name })}
            className={classes(
              'block ring-2 ring-accent ring-offset-1 ring-offset-canvas',
              face.kind === 'agent' ? 'rounded-sm' : 'rounded-full',
            )}
          >
            <Avatar face={face} />
          </span>
        </li>
      ))}
      {rest.length > 0 && (
        <li data-tip={rest.map((face) => face.name).join(', ')} className="self-center text-ink-2 text-sm tabular-nums @max-[54rem]:hidden">
          {t('morePresent', { count: rest.length })}
        </li>
      )}
      {restInLittleRoom > 0 && (
        <li className="self-center text-ink-2 text-sm tabular-nums @min-[54rem]:hidden">{t('morePresent', { count: restInLittleRoom })}</li>
      )}
    </ul>
  )
}
