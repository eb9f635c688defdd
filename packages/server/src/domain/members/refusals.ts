import { refusal, type TandemError } from '@tandem/contract'

export function alreadyMember(actorId: string): TandemError {
  return refusal('memberAlready', {}, { details: { actorId } })
}
