"""Games that go from one machine to another: records, playthrough files, pieces as QR codes; and what comes in."""
