"""What the eyes say to people, in Spanish and English."""

from __future__ import annotations

from companion.cards.wording import Wording

_SPANISH = {
    "words.and": " y ",
    "words.and_before_i": " e ",
    "picture.missing": "No existe el archivo {name}.",
    "picture.unreadable": "No se puede abrir {name}: {reason}.",
    "picture.empty": "{name} está vacío: no hay ninguna imagen.",
    "picture.heavy": "{name} pesa {megabytes} MB; se admiten imágenes de hasta {most} MB.",
    "picture.format": "{name} no es una imagen JPEG, PNG ni WebP.",
    "picture.header": "{name} empieza como una imagen {format}, pero está cortada o dañada.",
    "picture.large": "{name} mide {width}×{height} píxeles; se admiten hasta {most} megapíxeles y {side} de lado.",
    "picture.damaged": "{name} dice ser una imagen {format}, pero no se puede leer: está dañada.",
    "deck.letters": "«{letters}» no sirve para un mazo: son dos letras de la A a la Z o cifras, como 00.",
    "seen.none": "No se ve ninguna carta.",
    "seen.read": "Cartas leídas: {count}.",
    "seen.one_read": "Una carta leída.",
    "seen.unread": "Se ven {count} cartas más que no se pueden leer: menos brillo, más luz o más cerca.",
    "seen.one_unread": "Se ve una carta más que no se puede leer: menos brillo, más luz o más cerca.",
    "seen.mirrored": "La imagen está en espejo; se ha leído igual.",
    "seen.twice": "La misma etiqueta aparece {count} veces: {copy}.",
    "seen.unknown": "Códigos que no son de este mazo: {count}.",
    "seen.one_unknown": "Un código que no es de este mazo.",
    "seen.other_deck": "Hay cartas de otro mazo impreso: {letters}. Añade ese mazo si también está en la mesa.",
    "seen.dark": "La imagen está casi negra: falta luz o la cámara está tapada.",
    "seen.blank": "La imagen está casi blanca: sobra luz.",
    "camera.none": "No se encuentra ninguna cámara en este equipo.",
    "camera.index": "La cámara se elige con un número de 0 en adelante; «{index}» no vale.",
    "camera.closed": "La cámara {index} no se abre: quizá la usa otro programa o está desconectada.",
    "camera.works": "La cámara {index} funciona: {width}×{height}.",
    "camera.lost": "La cámara ha dejado de responder. Comprueba el cable; lo vuelvo a intentar.",
    "camera.frozen": "La cámara repite siempre la misma imagen. Desconéctala y vuelve a conectarla.",
    "camera.dark": "La cámara solo da imágenes negras: quita la tapa o enciende una luz.",
    "camera.fix": "Conecta una cámara USB, o usa la del móvil: la página de escanear acepta fotos.",
}

_ENGLISH = {
    "words.and": " and ",
    "picture.missing": "There is no file {name}.",
    "picture.unreadable": "{name} cannot be opened: {reason}.",
    "picture.empty": "{name} is empty: there is no picture in it.",
    "picture.heavy": "{name} weighs {megabytes} MB; pictures of up to {most} MB are accepted.",
    "picture.format": "{name} is not a JPEG, PNG or WebP picture.",
    "picture.header": "{name} starts like a {format} picture but is cut off or damaged.",
    "picture.large": "{name} is {width}×{height} pixels; up to {most} megapixels and {side} a side are accepted.",
    "picture.damaged": "{name} says it is a {format} picture but cannot be read: it is damaged.",
    "deck.letters": "“{letters}” is no name for a deck: use two letters from A to Z or digits, such as 00.",
    "seen.none": "No card is in sight.",
    "seen.read": "{count} cards read.",
    "seen.one_read": "One card read.",
    "seen.unread": "{count} more cards are seen but cannot be read: less glare, more light, or closer.",
    "seen.one_unread": "One more card is seen but cannot be read: less glare, more light, or closer.",
    "seen.mirrored": "The picture is mirrored; it was read all the same.",
    "seen.twice": "The same tag is there {count} times: {copy}.",
    "seen.unknown": "{count} codes are not of this deck.",
    "seen.one_unknown": "One code is not of this deck.",
    "seen.other_deck": "There are cards of another printed deck: {letters}. Add that deck if it is on the table too.",
    "seen.dark": "The picture is almost black: too little light, or something covers the camera.",
    "seen.blank": "The picture is almost white: too much light.",
    "camera.none": "No camera was found on this machine.",
    "camera.index": "A camera is chosen by a number from 0 up; “{index}” will not do.",
    "camera.closed": "Camera {index} does not open: another program may be using it, or it is unplugged.",
    "camera.works": "Camera {index} works: {width}×{height}.",
    "camera.lost": "The camera has stopped answering. Check the cable; I keep trying.",
    "camera.frozen": "The camera keeps giving the same picture. Unplug it and plug it in again.",
    "camera.dark": "The camera gives only black pictures: uncover it or switch a light on.",
    "camera.fix": "Plug in a USB camera, or use a phone: the scanning page takes photos.",
}

SENTENCES = {"es": Wording("es", _SPANISH), "en": Wording("en", _ENGLISH)}


def say(key: str, lang: str = "es", /, **blanks: object) -> str:
    """A sentence of the eyes; Spanish where the language is not known."""
    return SENTENCES.get(lang, SENTENCES["es"]).say(key, **blanks)


class Refused(ValueError):
    """Something that cannot be looked at, with the sentence that says why. Ask `say` for another language."""

    def __init__(self, key: str, /, **blanks: object) -> None:
        super().__init__(say(key, **blanks))
        self.key = key
        self.blanks = blanks

    def say(self, lang: str = "es") -> str:
        """Why, in this language."""
        return say(self.key, lang, **self.blanks)
