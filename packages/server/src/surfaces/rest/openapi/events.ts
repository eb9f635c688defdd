import { activity, familyOf, type Verb, verbNames, verbs } from '@tandem/contract'
import { story } from '@tandem/contract/examples'
import { z } from 'zod'
import type { oas31, ZodOpenApiPathsObject } from 'zod-openapi'
import { eventsTag } from './areas.ts'

const signature = { type: 'string', pattern: '^v2=[0-9a-f]{64}$' } as const
const exampleSignature = `v2=${'5f'.repeat(32)}`

/** Headers of a webhook delivery. Specification: service §6. */
export const deliveryParameters: Record<string, oas31.ParameterObject> = {
  'X-Signature': {
    name: 'X-Signature',
    in: 'header',
    required: true,
    schema: signature,
    example: exampleSignature,
    description: 'HMAC-SHA256 with the secret of the subscription over `v2.<deliveryId>.<timestamp>.<rawRequestBody>`.',
  },
  'X-Signature-Previous': {
    name: 'X-Signature-Previous',
    in: 'header',
    schema: signature,
    example: exampleSignature,
    description: 'For 24 h after a rotation of the secret: the same with the old secret.',
  },
  'X-Kanban-Delivery-Id': {
    name: 'X-Kanban-Delivery-Id',
    in: 'header',
    required: true,
    schema: { type: 'string', format: 'uuid' },
    example: story.deliveryId,
    description: 'The same in every attempt: ignore a delivery that you have already seen.',
  },
  'X-Kanban-Timestamp': {
    name: 'X-Kanban-Timestamp',
    in: 'header',
    required: true,
    schema: { type: 'integer' },
    example: 1_795_253_400,
    description: 'Unix seconds. Reject deliveries that are more than 5 minutes off.',
  },
  'X-Kanban-Log-Head': {
    name: 'X-Kanban-Log-Head',
    in: 'header',
    schema: { type: 'string', pattern: '^[0-9]+:[0-9a-f]{64}$' },
    example: `7:${'5f'.repeat(32)}`,
    description: 'The position of this activity in the log of its board, and its hash, which covers everything before it.',
  },
}

/** Each verb as the webhook that delivers it: an Activity with the payload of that verb. */
export function describeEvents(): ZodOpenApiPathsObject {
  return Object.fromEntries(verbNames.map((verb) => [verb, { post: describeEvent(verb) }]))
}

function describeEvent(verb: Verb) {
  return {
    operationId: `on.${verb}`,
    summary: `Delivered when ${verb} is recorded`,
    description: `Delivered to the subscriptions of \`${verb}\`, \`${familyOf(verb)}\` and \`*\`. Payloads may gain keys.`,
    tags: [eventsTag],
    security: [],
    parameters: Object.keys(deliveryParameters).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: z.intersection(activity, z.object({ verb: z.literal(verb), payload: verbs[verb] })) } },
    },
    responses: {
      '2XX': { description: 'Received: no further attempts.' },
      '4XX': { description: 'Permanent failure: no further attempts.' },
      '5XX': { description: 'Temporary failure: sent again later, up to 10 attempts.' },
    },
  }
}
