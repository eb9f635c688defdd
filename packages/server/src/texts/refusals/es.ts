import type { RefusalTexts } from './refusals.ts'

export const es: RefusalTexts = {
  replyEmpty: 'Tu respuesta no tiene texto nuevo. Escribe encima del texto citado.',
  replyOnlyFiles:
    'Tu respuesta tiene archivos, pero no texto. Los archivos no se aceptan por correo. Adjúntalos a la tarjeta o escribe un texto.',
  replyTooLong: 'Tu respuesta tiene más de {count} caracteres. Envía una más corta.',
  replyNoteTooLong: 'Tu nota debajo de la respuesta tiene más de {count} caracteres. Envía una más corta.',
  replyGone: 'La tarjeta o la pregunta se eliminó, o ya no tienes acceso a ella.',
  replyToSeveral: 'El agente hace varias preguntas a la vez y no se pueden responder por correo. Abre la tarjeta y responde cada una.',
  replyToApproval:
    'No se aprobó ni se rechazó nada. Responde de nuevo al correo con la pregunta y escribe en la primera línea solo “Aprobar” o “Rechazar”. Lo que escribas debajo es tu nota.',
  replyToChoice:
    'No se respondió nada. La primera línea debe ser una de estas opciones o su número:\n{options}\n\nResponde de nuevo al correo con la pregunta.',
  mentionExternal: 'Un texto de fuera del tablero no puede iniciar agentes. Un miembro del tablero puede mencionar a @{handle}.',
  mentionIgnored: '@{handle} no se inicia al mencionarlo. Delega la tarjeta en él.',
  mentionByWorker: 'Un agente que trabaja en una tarjeta no puede iniciar a otro en ella. Pídeselo a una persona.',
  mentionsTooMany:
    'Las menciones en este tablero han iniciado {count} sesiones en este minuto. Vuelve a mencionar a @{handle} en un momento.',
  tooManyPasswords: 'Demasiadas contraseñas incorrectas para esta cuenta. Inténtalo de nuevo en {count} s.',
  wrongLogin: 'El correo electrónico o la contraseña no son correctos. Revisa ambos e inténtalo de nuevo.',
  consentByToken:
    'Solo una persona que ha iniciado sesión puede dar acceso a un programa: abre esta página en un navegador. Aquí no se aceptan tokens.',
  signInElsewhere: 'Este inicio de sesión se empezó en otro lugar, ya terminó o tardó demasiado. Empieza de nuevo.',
  connectSignIn: 'Inicia sesión primero: vas a conectar tu propia cuenta.',
  domainNotAllowed: 'Con {name} solo pueden iniciar sesión personas cuyo correo verificado sea de {domains}.',
  signedInAsOther: 'Ahora has iniciado sesión como otra persona. Inicia sesión en tu cuenta y conéctala de nuevo.',
  providerDenied: '{name} no inició tu sesión, o la cancelaste. Si quieres, empieza de nuevo.',
  providerAnswerUnfit: 'La respuesta de {name} no corresponde a la solicitud. Empieza de nuevo.',
  personLinkGone: 'Este enlace ya se usó, ha caducado o es de un tablero en el que no estás. Pide uno nuevo.',
  pageFailed: 'Hubo un error en nuestro servidor. Inténtalo de nuevo.',
  wentWrong: 'Hubo un error en nuestro servidor. Inténtalo de nuevo. Si sigue fallando, avisa al operador.',
  databaseAway: 'La base de datos no está disponible en este momento. Inténtalo de nuevo.',
  tooManyRequests: 'Demasiadas solicitudes. Inténtalo de nuevo en {seconds} s.',
  originForeign: 'Esta solicitud viene de otro sitio web. Abre Tandem e inténtalo allí de nuevo.',
  questionAnswered: '{name} respondió antes: {answer}. Tu respuesta se ha transmitido al agente.',
  questionCompleted: 'El agente terminó su trabajo sin respuesta. Tu respuesta quedó anotada en la sesión.',
  questionDefaulted: 'El plazo ha pasado y se usó la respuesta predeterminada: {answer}. Tu respuesta se ha transmitido al agente.',
  questionFailed: 'La sesión terminó sin respuesta ({reason}). Tu respuesta quedó anotada en ella.',
  questionLifted: 'El presupuesto cambió y con ello se cerró esta pregunta. Tu respuesta se ha transmitido al agente.',
  questionStopped: 'La sesión se detuvo antes de que llegara una respuesta. Tu respuesta quedó anotada en ella.',
  approvalOfMembers: 'Solo los miembros y admins de este tablero pueden aprobar o rechazar. Pide a uno de ellos que responda.',
  budgetAnswerOfMembers:
    'Solo los miembros de este tablero pueden ampliar un presupuesto o detener una sesión. Elige “Terminar ahora” o pídeselo a un miembro.',
  boardBudgetAnswerOfAdmins:
    'El presupuesto mensual de este tablero está agotado. Solo un admin del tablero puede ampliarlo. Elige “Terminar ahora” o “Detener” o pídeselo a un admin.',
  boardArchived: 'Este tablero está archivado y es de solo lectura. Restáuralo antes de cambiarlo.',
  roleNeeded: 'Tu rol en este tablero no lo permite. Pídeselo a un admin del tablero.',
  nothingChosen: 'Selecciona al menos un permiso o deniega el acceso.',
  noBoardChosen: 'Selecciona al menos un tablero o todos los tableros del agente.',
  boardNotYours: 'Ya no tienes acceso a uno de los tableros. Selecciona de nuevo.',
  agentNotYours: 'Este agente no es tuyo o está desactivado. Elige otro.',
  agentNotOnBoard: 'El agente no está en {name} y tú no eres admin allí. No incluyas el tablero o pide a {admins} que añada el agente.',
  agentNotOnBoardWithoutAdmin:
    'El agente no está en {name} y tú no eres admin allí. No incluyas el tablero o pide a un admin que añada el agente.',
  boardChanged: 'Un tablero ha cambiado desde que abriste esta página. Selecciona de nuevo.',
  consentAppUnknown:
    'Esta app no está registrada aquí o no se pueden comprobar sus datos ahora. Empieza de nuevo desde la app dentro de un minuto o avisa a su desarrollador.',
  consentAddressUnknown:
    'La app quiere enviarte a una dirección que no está registrada para ella. No se envió nada allí. Avisa a su desarrollador.',
  consentRequestUnfit: 'La app envió una solicitud no válida. Avisa a su desarrollador.',
  consentScopesNone: 'No se puede conceder ninguno de los permisos que solicita la app.',
  consentForged: 'Este formulario ya no es válido. Empieza de nuevo desde la app que te trajo aquí.',
  providerUnknown: 'Esta forma de iniciar sesión ya no está disponible. Recarga la página.',
  providerAway: '{name} no responde. Inténtalo más tarde.',
  providerRefusesService:
    '{name} rechaza las solicitudes de Tandem. Pide a un admin de la instancia que compruebe el ID de cliente y el secreto.',
  knownEmail:
    'Ya existe una cuenta con tu correo electrónico. Inicia sesión como antes y conecta este proveedor en Configuración, en “Inicio de sesión”.',
  identityTaken: 'Esta cuenta está conectada a otra cuenta de Tandem. Desconéctala primero allí.',
  identitiesFull: 'Puedes conectar como máximo {count} cuentas. Desconecta una primero.',
  signInTwice: 'Empezaste a iniciar sesión dos veces a la vez. Inténtalo de nuevo.',
  signInsFull: 'Muchas personas están iniciando sesión ahora mismo. Inténtalo de nuevo en unos segundos.',
  registrationClosed: 'El registro está cerrado en este momento. Contacta con un admin de esta instancia.',
  accountInvited: 'Necesitas una invitación para crear una cuenta. Pide un enlace a un admin del tablero.',
  accountInvitedUnverified:
    'Necesitas una invitación para crear una cuenta y tu proveedor no confirmó tu correo electrónico. Pide un enlace de invitación a un admin del tablero.',
  accountDeactivated: 'Esta cuenta está desactivada. Contacta con un admin de esta instancia.',
  callerDeactivated: 'Esta cuenta está desactivada. Contacta con un admin de esta instancia.',
  noPasswords: 'El inicio de sesión con contraseña está desactivado. Inicia sesión con {name}.',
}
