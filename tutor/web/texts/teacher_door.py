"""The words of signing in: key -> (English, Swahili)."""

from __future__ import annotations

TEXTS: dict[str, tuple[str, str]] = {
    "door.sign_in": ("Teachers: sign in", "Walimu: ingia"),
    "door.sign_out": ("Sign out", "Toka"),
    "door.password": ("Password", "Nywila"),
    "door.again": ("The password once more", "Nywila mara nyingine"),
    "door.new_password": ("New password", "Nywila mpya"),
    "door.old_password": ("The password until now", "Nywila ya sasa"),
    "door.change_lead": (
        "Everybody who is signed in on another device is signed out.",
        "Kila aliyeingia kwenye kifaa kingine atatolewa.",
    ),
    "door.change": ("Change the password", "Badilisha nywila"),
    "door.changed": ("The password was changed.", "Nywila imebadilishwa."),
    "door.first": ("Set the teacher's password", "Weka nywila ya mwalimu"),
    "door.first_lead": (
        "This is done once. The setup code stands in the window in which tutor was started.",
        "Hili hufanyika mara moja. Msimbo wa kuanzisha uko katika dirisha ambamo tutor ilianzishwa.",
    ),
    "door.code": ("Setup code", "Msimbo wa kuanzisha"),
    "door.least": ("At least {count} characters.", "Angalau herufi {count}."),
    "door.set": ("Set the password", "Weka nywila"),
    "door.in": ("You are signed in as the teacher.", "Umeingia kama mwalimu."),
}
