import type { AgentStats } from '@tandem/contract'
import type { Face } from '../../ui/avatar.tsx'

export const faceOf = ({ name, avatarUrl }: AgentStats['agent']): Face => ({ name, avatarUrl, kind: 'agent' })
