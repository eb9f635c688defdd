import type { Scope } from '@tandem/contract'
import type { FastifyReply } from 'fastify'
import type { AuthorizationRequest, Offer, OfferedBoard } from '../../kernel/oauth.ts'
import type { PageTexts } from '../../texts/pages/en.ts'
import { type Html, html } from '../http/html.ts'
import { sendPage, textsOfPage } from '../http/page.ts'
import { placeOf, sourceOf } from './redirects.ts'

type Texts = PageTexts['consent']

export function sendConsent(
  reply: FastifyReply,
  request: AuthorizationRequest,
  offer: Offer,
  { csrf, problem = '' }: { csrf: string; problem?: string },
): FastifyReply {
  const { client, redirectUri } = request
  const texts = textsOfPage(reply).consent
  return sendPage(
    reply,
    problem === '' ? 200 : 400,
    texts.title(client.name),
    html`${problem === '' ? [] : html`<p class="alert" role="alert">${problem}</p>`}
<p>${texts.signedIn(offer.personName)}</p>
<dl><dt>${texts.name}</dt><dd>${client.name}</dd>
<dt>${texts.identity}</dt><dd>${identityOf(client.id) ?? texts.notVerified}</dd>
<dt>${texts.place}</dt><dd>${placeOf(redirectUri)}</dd></dl>
${warning(request, texts)}
<form method="post">
<input type="hidden" name="csrf" value="${csrf}">
<fieldset><legend>${texts.permissions}</legend>${request.scopes.map((scope) => scopeBox(scope, texts))}</fieldset>
<fieldset><legend>${texts.agent}</legend>
<label><input type="radio" name="agent" value="made" checked> ${offer.made ? texts.madeAgent(`${offer.made.name} (@${offer.made.handle})`) : texts.newAgent}</label>
${offer.agents.map((agent) => html`<label><input type="radio" name="agent" value="${agent.id}"> ${agent.name} (@${agent.handle})</label>`)}</fieldset>
<fieldset><legend>${texts.boards}</legend>
<label><input type="radio" name="leash" value="chosen" checked> ${texts.chosen}</label>
${offer.boards.map((board) => boardBox(board, offer, texts))}
<label><input type="radio" name="leash" value="all"> ${texts.all}</label></fieldset>
<p><button type="submit" name="decision" value="allow">${texts.allow}</button>
<button type="submit" name="decision" value="deny" class="plain">${texts.deny}</button></p>
</form>
<p><small>${texts.end}</small></p>`,
    { formsLeadTo: [sourceOf(redirectUri)] },
  )
}

const identityOf = (clientId: string): string | null => (clientId.startsWith('https://') ? new URL(clientId).hostname : null)

function warning({ client, isLocal }: AuthorizationRequest, texts: Texts): Html {
  if (isLocal) return html`<p><strong>${texts.local}</strong> ${texts.localText}</p>`
  if (client.id.startsWith('https://')) return html``
  return html`<p><strong>${texts.unchecked}</strong> ${texts.uncheckedText}</p>`
}

const scopeBox = (scope: Scope, { scopes }: Texts): Html =>
  html`<label><input type="checkbox" name="scopes" value="${scope}" checked> ${scopes[scope]} <small>${scope}</small></label>`

function boardBox(board: OfferedBoard, { made, agents }: Offer, texts: Texts): Html {
  const there = [...(made ? [made] : []), ...agents].filter((agent) => board.agentIds.includes(agent.id)).map((agent) => agent.name)
  if (board.role !== 'admin' && there.length === 0)
    return html`<label><input type="checkbox" name="boards" value="${board.id}" disabled> ${board.name}
<small>${texts.askToAdd(board.adminNames)}</small></label>`
  const note = board.role === 'admin' ? texts.joins : texts.onlyWith(there)
  return html`<label><input type="checkbox" name="boards" value="${board.id}"> ${board.name} <small>${note}</small></label>`
}
